import { IconAlertCircle, IconCheck, IconLoader2, IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import classes from "./Store.module.css";

const ICONS = { saving: IconLoader2, saved: IconCheck, unsaved: IconPencil, failed: IconAlertCircle };

/** State of the form, as a sentence. */
export function SaveState({ state }: { state: keyof typeof ICONS }) {
  const { t } = useTranslation("business-store");
  return (
    <p className={classes.status} role="status" data-state={state}>
      <Icon of={ICONS[state]} size={16} />
      {t(`status.${state}`)}
    </p>
  );
}
