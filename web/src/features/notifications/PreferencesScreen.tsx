import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { DeviceNotifications } from "@/shared/device-notifications/DeviceNotifications";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { SwitchField } from "@/ui/SwitchField";
import { useChangePreference, usePreferences } from "./api";
import type { Preference } from "./types";

/** Groups that a side shows. Only a business has customers, only a consumer books, orders and follows. */
const LEFT_OUT = {
  consumer: ["reservations", "company_orders", "company_tickets"],
  business: ["bookings", "orders", "following"],
} as const satisfies Record<string, readonly Preference["group"][]>;

interface PreferencesScreenProps {
  side: keyof typeof LEFT_OUT;
  back: string;
}

/** Channels of each group of notifications. Every change is kept as it is made. */
export function PreferencesScreen({ side, back }: PreferencesScreenProps) {
  const { t } = useTranslation("notifications");
  const { data, isError, refetch } = usePreferences();
  const change = useChangePreference((error, refused) =>
    toast.error(t("preferences.failed"), error, () => change.mutate(refused)),
  );
  const leftOut: readonly Preference["group"][] = LEFT_OUT[side];
  const groups = data?.filter(({ group }) => !leftOut.includes(group));
  return (
    <Screen title={t("preferences.title")} back={back}>
      <div className={classes.page}>
        <p className={classes.lead}>{t("preferences.lead")}</p>
        <Section title={t("preferences.device")}>
          <DeviceNotifications />
        </Section>
        {isError && !data ? (
          <ErrorState title={t("preferences.loadFailed")} onRetry={() => void refetch()} />
        ) : !groups ? (
          <Skeleton height={320} />
        ) : (
          groups.map(({ group, push, push_partly, mail, mail_partly }) => (
            <Section key={group} title={t(`group.${group}.title`)} lead={t(`group.${group}.text`)}>
              <SwitchField
                label={t("preferences.push")}
                description={push && push_partly ? t("preferences.partly") : undefined}
                checked={push}
                onChange={(on) => change.mutate({ group, push: on })}
              />
              {mail === null ? (
                <p className={classes.lead}>{t("preferences.mailAlways")}</p>
              ) : (
                <SwitchField
                  label={t("preferences.mail")}
                  description={mail && mail_partly ? t("preferences.partly") : undefined}
                  checked={mail}
                  onChange={(on) => change.mutate({ group, mail: on })}
                />
              )}
            </Section>
          ))
        )}
      </div>
    </Screen>
  );
}
