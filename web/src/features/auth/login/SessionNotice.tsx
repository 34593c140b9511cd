import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useAuth } from "@/api/auth";
import classes from "@/shared/forms/forms.module.css";
import { Icon } from "@/ui/Icon";

/** Says why the person is asked to sign in again. */
export function SessionNotice() {
  const { t } = useTranslation();
  const ended = useAuth((state) => state.ended);
  return (
    <div role="status">
      {ended && (
        <p className={classes.notice}>
          <Icon of={IconInfoCircle} />
          <span>{t(`sessionEnd.${ended}`)}</span>
        </p>
      )}
    </div>
  );
}
