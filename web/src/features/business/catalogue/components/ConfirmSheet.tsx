import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Sheet } from "@/ui/Sheet";
import classes from "./Catalogue.module.css";

interface ConfirmSheetProps {
  title: string;
  text: string;
  /** Text of the button. */
  action: string;
  loading: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is deleted. */
export function ConfirmSheet({ title, text, action, loading, onConfirm, onClose }: ConfirmSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet opened onClose={onClose} title={title}>
      <div className={classes.stack}>
        <p>{text}</p>
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
