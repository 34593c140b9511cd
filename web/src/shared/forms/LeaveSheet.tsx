import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Sheet } from "@/ui/Sheet";
import classes from "./forms.module.css";
import { useUnsavedWarning } from "./useUnsavedWarning";

/** Asks before a page with unsaved edits is left. */
export function LeaveSheet({ dirty }: { dirty: boolean }) {
  const { t } = useTranslation("common");
  const blocker = useUnsavedWarning(dirty);
  const keep = () => blocker.reset?.();
  return (
    <Sheet opened={blocker.state === "blocked"} noEntry onClose={keep} title={t("discard.title")}>
      <div className={classes.form}>
        <p>{t("discard.text")}</p>
        <Button onClick={keep}>{t("discard.keep")}</Button>
        <Button variant="subtle" color="brick" onClick={() => blocker.proceed?.()}>
          {t("discard.submit")}
        </Button>
      </div>
    </Sheet>
  );
}
