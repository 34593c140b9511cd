import { UnstyledButton } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSocket, useUnsent } from "@/live";
import { Icon } from "@/ui/Icon";
import classes from "./ConnectionBanner.module.css";

/** Calm, and only while there is something to say: no connection, and what waits for it. */
export function ConnectionBanner() {
  const { t } = useTranslation("messages");
  const { state, hurry } = useSocket();
  const waiting = useUnsent().filter((item) => item.state === "queued").length;
  const offline = state === "offline";
  return (
    <div role="status" className={classes.place}>
      {offline && (
        <div className={classes.banner}>
          <Icon of={IconCloudOff} />
          <p className={classes.text}>
            {t("offline.text")} {waiting > 0 && <span>{t("offline.waiting", { count: waiting })}</span>}
          </p>
          <UnstyledButton className={classes.action} onClick={hurry}>
            {t("offline.hurry")}
          </UnstyledButton>
        </div>
      )}
    </div>
  );
}
