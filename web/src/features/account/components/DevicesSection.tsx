import { Button } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { SignedInDevice } from "@/api/types";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RelativeTime } from "@/ui/RelativeTime";
import { RowSkeletons } from "@/ui/Skeletons";
import { useDevices, useSignOut } from "../api";
import { deviceName } from "../model/deviceName";

/** Lists signed-in devices and signs them out. */
export function DevicesSection() {
  const { t } = useTranslation("account");
  const devices = useDevices();
  const signOut = useSignOut();
  const end = (device: number | "others") =>
    signOut.mutate(device, {
      onSuccess: () => toast.success(t(device === "others" ? "devices.endedAll" : "devices.ended")),
    });
  const others = devices.data?.some(({ current }) => !current);
  return (
    <Section title={t("devices.title")} lead={t("devices.lead")}>
      {devices.isPending ? (
        <RowSkeletons rows={2} />
      ) : devices.isLoadingError ? (
        <ErrorState title={t("devices.failed")} onRetry={() => devices.refetch()} />
      ) : (
        <ul className={classes.list}>
          {devices.data.map((device) => (
            <DeviceItem
              key={device.id}
              device={device}
              busy={signOut.isPending}
              onEnd={() => end(device.id)}
            />
          ))}
        </ul>
      )}
      <ActionError error={signOut.error} text={t("common:error.wrong")} />
      {others && (
        <Button
          variant="default"
          className={classes.start}
          loading={signOut.isPending && signOut.variables === "others"}
          onClick={() => end("others")}
        >
          {t("devices.endAll")}
        </Button>
      )}
    </Section>
  );
}

function DeviceItem({ device, busy, onEnd }: { device: SignedInDevice; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation("account");
  const { browser, system, phone } = deviceName(device.user_agent);
  const name =
    browser && system ? t("devices.name", { browser, system }) : browser || system || t("devices.unknown");
  return (
    <li className={classes.item}>
      <Icon of={phone ? IconDeviceMobile : IconDeviceDesktop} size={28} />
      <div className={classes.words}>
        <p>
          <Bdi>{name}</Bdi> {device.current && <span className={classes.chip}>{t("devices.this")}</span>}
        </p>
        <p className={classes.muted}>
          <Bdi>{device.address}</Bdi>
          {" · "}
          {t("devices.used")} <RelativeTime at={device.last_used_at} />
        </p>
      </div>
      {!device.current && (
        <Button variant="subtle" disabled={busy} aria-label={t("devices.end", { name })} onClick={onEnd}>
          {t("common:action.signOut")}
        </Button>
      )}
    </li>
  );
}
