import { Button, Checkbox } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { chime } from "./chime";
import classes from "./DeviceNotifications.module.css";
import { subscribe, unsubscribe } from "./push";
import { permission, setPreference, usePreference } from "./usePreference";

/** Notifications of this browser. The browser asks for permission only after this explanation and a click. */
export function DeviceNotifications() {
  const { t } = useTranslation("notifications");
  const { on, sound } = usePreference();
  const { allowed, setAllowed } = usePermission();
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
      <p>{t("device.text")}</p>
      {(allowed === "absent" || allowed === "insecure") && (
        <p className={classes.note}>{t(`device.${allowed}`)}</p>
      )}
      {allowed === "denied" && (
        <p className={classes.note} role="alert">
          {t("device.denied")}
        </p>
      )}
      {(allowed === "default" || allowed === "granted") && (
        <Button
          color={active ? "tile" : "terracotta"}
          variant={active ? "default" : "filled"}
          loading={turning.isPending}
          onClick={() => turning.mutate(!active)}
        >
          {t(active ? "device.off" : "device.on")}
        </Button>
      )}
      <Checkbox
        checked={sound}
        label={t("device.sound")}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          setPreference({ sound: checked });
          if (checked) chime();
        }}
      />
    </div>
  );
}

/** Permission of this site. It is read again when the viewer comes back from the settings of the browser. */
function usePermission() {
  const [allowed, setAllowed] = useState(permission);
  useEffect(() => {
    const read = () => setAllowed(permission());
    window.addEventListener("focus", read);
    return () => window.removeEventListener("focus", read);
  }, []);
  return { allowed, setAllowed };
}
