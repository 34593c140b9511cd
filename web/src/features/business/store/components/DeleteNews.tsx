import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Sheet } from "@/ui/Sheet";
import { type News, useNewsChanges } from "../api";
import classes from "./Store.module.css";

export function DeleteNews({ news, onClose }: { news: News; onClose: () => void }) {
  const { t } = useTranslation("business-store");
  const { remove } = useNewsChanges();
  const submit = () =>
    remove.mutate(news.id, {
      onSuccess() {
        toast.success(t("news.deleted"));
        onClose();
      },
    });
  return (
    <Sheet opened onClose={onClose} title={t("news.deleteTitle")}>
      <div className={classes.stack}>
        <p>{t("news.deleteText", { title: news.title })}</p>
        <ActionError error={remove.error} text={t("notSaved")} />
        <Button color="brick" loading={remove.isPending} onClick={submit} data-autofocus>
          {t("news.deleteSubmit")}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
