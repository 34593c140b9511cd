import { IconCloudOff } from "@tabler/icons-react";
import { onlineManager, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "@/ui/Banner";
import classes from "./OfflineBanner.module.css";

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

/** For an account without a live connection: follows what the browser says of the network. */
export function VisitorOfflineBanner() {
  const queries = useQueryClient();
  const online = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  return <OfflineBanner shown={!online} onConnect={() => void queries.invalidateQueries()} />;
}

interface OfflineBannerProps {
  shown: boolean;
  onConnect: () => void;
  /** Changes that wait for the connection. */
  children?: ReactNode;
}

/** Above the bars at the bottom of every screen, for as long as there is no connection. */
export function OfflineBanner({ shown, onConnect, children }: OfflineBannerProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.place} data-offline-banner={shown ? "" : undefined}>
      <Banner shown={shown} icon={IconCloudOff} action={t("offline.hurry")} onAction={onConnect}>
        {t("offline.text")} {children}
      </Banner>
    </div>
  );
}
