import { Button } from "@mantine/core";
import { IconLogout, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useAuth } from "@/api/auth";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { loginPath } from "../guards";
import classes from "./SessionEndNotice.module.css";

/** Says why the session ended, on a page that stays open without one. Elsewhere the sign-in page says it. */
export function SessionEndNotice() {
  const { t } = useTranslation();
  const location = useLocation();
  const { ended, endedType, dismissEnd } = useAuth();
  if (!ended) return null;
  return (
    <div role="alert" className={classes.place} data-session-notice="">
      <div className={classes.notice}>
        <Icon of={IconLogout} directed />
        <p className={classes.text}>{t(`sessionEnd.${ended}`)}</p>
        <Button
          component={Link}
          to={loginPath(location, endedType)}
          color="terracotta"
          className={classes.action}
        >
          {t("action.signIn")}
        </Button>
        <IconButton
          icon={IconX}
          label={t("action.close")}
          className={classes.close}
          variant="subtle"
          color="gray"
          onClick={dismissEnd}
        />
      </div>
    </div>
  );
}
