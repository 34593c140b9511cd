import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Blocker } from "react-router";
import { Sheet } from "@/ui/Sheet";
import classes from "./Store.module.css";

/** Asks before a navigation loses edits. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  const { t } = useTranslation("business-store");
  const keep = () => blocker.reset?.();
  return (
    <Sheet opened={blocker.state === "blocked"} noEntry onClose={keep} title={t("discard.title")}>
      <div className={classes.stack}>
        <p>{t("discard.text")}</p>
        <Button onClick={keep} data-autofocus>
          {t("discard.keep")}
        </Button>
        <Button variant="subtle" color="brick" onClick={() => blocker.proceed?.()}>
          {t("discard.submit")}
        </Button>
      </div>
    </Sheet>
  );
}
