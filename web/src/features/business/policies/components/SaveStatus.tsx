import { IconAlertCircle, IconCheck, IconLoader2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { useSaveState } from "../api";
import classes from "./Policies.module.css";

const ICONS = { pending: IconLoader2, success: IconCheck, error: IconAlertCircle };

/** State of the latest change. */
export function SaveStatus() {
  const { t } = useTranslation("policies");
  const state = useSaveState();
  return (
    <p className={classes.status} role="status" data-state={state ?? undefined}>
      {state && (
        <>
          <Icon of={ICONS[state]} size={16} />
          {t(`state.${state}`)}
        </>
      )}
    </p>
  );
}
