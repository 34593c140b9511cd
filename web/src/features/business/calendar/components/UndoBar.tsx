import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/IconButton";
import type { Undo } from "../hooks/useBlockActions";
import classes from "./Calendar.module.css";

/** Last change of blocks with its way back. It stays until the next one. */
export function UndoBar({ undo, onDismiss }: { undo: Undo | null; onDismiss: () => void }) {
  const { t } = useTranslation("business-calendar");
  return (
    <div role="status">
      {undo && (
        <p className={classes.undo}>
          <span>{undo.text}</span>
          <Button variant="subtle" onClick={undo.run}>
            {t("undo.action")}
          </Button>
          <IconButton icon={IconX} label={t("undo.dismiss")} onClick={onDismiss} />
        </p>
      )}
    </div>
  );
}
