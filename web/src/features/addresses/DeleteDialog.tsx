import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { addressLines, type DeliveryAddress } from "@/shared/address/deliveryAddresses";
import { ActionError } from "@/shared/forms/ActionError";
import forms from "@/shared/forms/forms.module.css";
import { Bdi } from "@/ui/Bdi";
import { Sheet } from "@/ui/Sheet";

interface DeleteDialogProps {
  /** Null: closed. */
  address: DeliveryAddress | null;
  pending: boolean;
  error: Error | null;
  onClose: () => void;
  onDelete: (address: DeliveryAddress) => void;
}

/** Asks before an address is deleted. */
export function DeleteDialog({ address, pending, error, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useTranslation("address");
  return (
    <Sheet opened={address !== null} onClose={onClose} title={t("deleteTitle")}>
      {address && (
        <div className={forms.form}>
          <ActionError error={error} text={t("common:error.wrong")} />
          <Bdi>{addressLines(address)}</Bdi>
          <Button color="brick" loading={pending} onClick={() => onDelete(address)}>
            {t("deleteConfirm")}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
