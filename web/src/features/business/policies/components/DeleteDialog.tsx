import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Policy } from "@/api/types";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Sheet } from "@/ui/Sheet";
import { usePolicyChanges } from "../api";
import type { Kind } from "../model/kinds";
import classes from "./Policies.module.css";
import { usePolicyTitle } from "./usePolicyTitle";

interface DeleteDialogProps {
  kind: Kind;
  policy: Policy;
  onClose: () => void;
}

export function DeleteDialog({ kind, policy, onClose }: DeleteDialogProps) {
  const { t } = useTranslation("policies");
  const titleOf = usePolicyTitle();
  const { remove } = usePolicyChanges(kind);
  const submit = () =>
    remove.mutate(policy.id, {
      onSuccess() {
        toast.success(t("deleted"));
        onClose();
      },
    });
  return (
    <Sheet opened onClose={onClose} title={t("delete.title")}>
      <div className={classes.stack}>
        <p>{t("delete.text", { title: titleOf(policy) })}</p>
        <ActionError error={remove.error} text={t("notSaved")} />
        <Button color="brick" loading={remove.isPending} onClick={submit} data-autofocus>
          {t("delete.submit")}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
