import { IconCornerUpLeft, IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CloseButton } from "@/ui/CloseButton";
import { Icon } from "@/ui/Icon";
import { Quoted } from "../bubble/Quote";
import type { Mode } from "./Composer";
import classes from "./ComposerMode.module.css";

interface ComposerModeProps {
  mode: Mode;
  onCancel: () => void;
}

/** Above the field: what is being answered, or that a message is being changed. */
export function ComposerMode({ mode, onCancel }: ComposerModeProps) {
  const { t } = useTranslation("messages");
  const editing = mode.kind === "edit";
  return (
    <div className={classes.mode} role="status">
      <span className={classes.icon}>
        <Icon of={editing ? IconPencil : IconCornerUpLeft} directed={!editing} />
      </span>
      <div className={classes.words}>
        {editing && <span className={classes.title}>{t("composer.editing")}</span>}
        <Quoted message={mode.message} />
      </div>
      <CloseButton label={t(editing ? "composer.cancelEdit" : "composer.cancelReply")} onClick={onCancel} />
    </div>
  );
}
