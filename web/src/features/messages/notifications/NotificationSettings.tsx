import { Button, Checkbox } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../conversation/overlay/overlay.module.css";
import { chime } from "./chime";
import { subscribe, unsubscribe } from "./push";
import { permission, setPreference, usePreference } from "./usePreference";

/** Settings of browser notifications. The browser asks for permission only after this explanation and a click. */
export function NotificationSettings() {
  const { t } = useTranslation("messages");
  const { on, sound } = usePreference();
  const [allowed, setAllowed] = useState(permission);
  const turning = useMutation({
    mutationFn: async (wanted: boolean) => {
      if (!wanted) {
        setPreference({ on: false, pushed: false });
        await unsubscribe();
        return;
      }
      const answer = await Notification.requestPermission();
      setAllowed(answer);
      if (answer !== "granted") return;
      setPreference({ on: true });
      // Without it the page tells by itself, as long as it is open.
      setPreference({ pushed: await subscribe().catch(() => false) });
    },
  });
  const active = on && allowed === "granted";
  return (
    <div className={classes.stack}>
      <p>{t("alerts.text")}</p>
      {(allowed === "absent" || allowed === "insecure") && (
        <p className={classes.note}>{t(`alerts.${allowed}`)}</p>
      )}
      {allowed === "denied" && (
        <p className={classes.note} role="alert">
          {t("alerts.denied")}
        </p>
      )}
      {(allowed === "default" || allowed === "granted") && (
        <Button
          color={active ? "tile" : "terracotta"}
          variant={active ? "default" : "filled"}
          loading={turning.isPending}
          onClick={() => turning.mutate(!active)}
        >
          {t(active ? "alerts.off" : "alerts.on")}
        </Button>
      )}
      <Checkbox
        checked={sound}
        label={t("alerts.sound")}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          setPreference({ sound: checked });
          if (checked) chime();
        }}
      />
    </div>
  );
}
