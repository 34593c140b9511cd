import { IconCloudOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSocket, useUnsent } from "@/live";
import { Banner } from "@/ui/Banner";

/** Calm, and only while there is something to say: no connection, and what waits for it. */
export function ConnectionBanner() {
  const { t } = useTranslation("messages");
  const { state, hurry } = useSocket();
  const waiting = useUnsent().filter((item) => item.state === "queued").length;
  return (
    <Banner
      shown={state === "offline"}
      icon={IconCloudOff}
      action={t("common:offline.hurry")}
      onAction={hurry}
    >
      {t("common:offline.text")} {waiting > 0 && <span>{t("offline.waiting", { count: waiting })}</span>}
    </Banner>
  );
}
