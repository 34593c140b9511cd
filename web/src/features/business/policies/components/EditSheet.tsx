import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUnsavedWarning } from "@/shared/forms/useUnsavedWarning";
import { Sheet } from "@/ui/Sheet";
import classes from "./Policies.module.css";

interface EditSheetProps {
  title: string;
  /** The form differs from the stored values. */
  dirty: boolean;
  onClose: () => void;
  /** The form. Its cancel button calls `close`. */
  children: (close: () => void) => ReactNode;
}

/** Sheet of a form. Asks before unsaved edits are lost. */
export function EditSheet({ title, dirty, onClose, children }: EditSheetProps) {
  const { t } = useTranslation("policies");
  const [closing, setClosing] = useState(false);
  const blocker = useUnsavedWarning(dirty);
  const isAsking = closing || blocker.state === "blocked";
  const keep = () => {
    setClosing(false);
    blocker.reset?.();
  };
  const discard = () => {
    blocker.proceed?.();
    onClose();
  };
  const close = () => {
    if (isAsking) keep();
    else if (dirty) setClosing(true);
    else onClose();
  };
  return (
    <Sheet opened onClose={close} title={isAsking ? t("discard.title") : title}>
      {isAsking && (
        <div className={classes.stack}>
          <p>{t("discard.text")}</p>
          {/* The form that had the focus is hidden. */}
          <Button onClick={keep} autoFocus>
            {t("discard.keep")}
          </Button>
          <Button variant="subtle" color="brick" onClick={discard}>
            {t("discard.submit")}
          </Button>
        </div>
      )}
      <div hidden={isAsking}>{children(close)}</div>
    </Sheet>
  );
}
