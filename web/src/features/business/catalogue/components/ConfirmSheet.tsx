import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ActionError } from "@/shared/forms/ActionError";
import { Sheet } from "@/ui/Sheet";
import classes from "./Catalogue.module.css";

interface ConfirmSheetProps {
  title: string;
  text: string;
  /** Text of the button. */
  action: string;
  loading: boolean;
  error: Error | null;
  /** Message of a failure, which keeps the sheet open. */
  failed: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is deleted. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { title, text, action, loading, error, failed, onConfirm, onClose } = props;
  const { t } = useTranslation();
  return (
    <Sheet opened onClose={onClose} title={title}>
      <div className={classes.stack}>
        <p>{text}</p>
        <ActionError error={error} text={failed} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <Button color="brick" loading={loading} onClick={onConfirm} data-autofocus>
            {action}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
