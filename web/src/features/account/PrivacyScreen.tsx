import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Audience, Privacy } from "@/api/types";
import { toast } from "@/lib/toasts";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { SelectField } from "@/ui/SelectField";
import { SwitchField } from "@/ui/SwitchField";
import { usePrivacy, useUpdatePrivacy } from "./api";
import { BlockedSection } from "./components/BlockedSection";
import { MutedSection } from "./components/MutedSection";

const AUDIENCES: readonly Audience[] = ["everyone", "friends_of_friends", "only_friends", "private"];

type All = Required<Privacy>;
type Setting<Value> = { [Key in keyof All]: All[Key] extends Value ? Key : never }[keyof All];

/** The settings as they are grouped: who may see and do what, and what is on. */
const GROUPS: readonly {
  group: "seen" | "reach" | "notices";
  audiences: readonly Setting<Audience>[];
  switches: readonly Setting<boolean>[];
}[] = [
  {
    group: "seen",
    audiences: ["identity_visibility", "activity_visibility", "identification", "last_seen"],
    switches: ["read_receipts", "location_share", "cookies"],
  },
  { group: "reach", audiences: ["messaging", "friend_invitation", "id_mentions"], switches: [] },
  {
    group: "notices",
    audiences: [],
    switches: ["push_notifications", "chat_notifications", "email_notifications"],
  },
];

/** Every change is kept as it is made. */
export function PrivacyScreen() {
  const { t } = useTranslation("account");
  const privacy = usePrivacy();
  const update = useUpdatePrivacy((error, change) =>
    toast.error(t("privacy.notSaved"), error, () => update.mutate(change)),
  );
  return (
    <Screen title={t("title.privacy")} back="/UserProfile/User">
      <div className={classes.page}>
        <p className={classes.lead}>{t("privacy.lead")}</p>
        {privacy.isError && !privacy.data ? (
          <ErrorState title={t("privacy.failed")} onRetry={() => privacy.refetch()} />
        ) : (
          GROUPS.map(({ group, audiences, switches }) => (
            <Section key={group} title={t(`privacy.group.${group}`)}>
              {audiences.map((setting) =>
                privacy.data ? (
                  <SelectField
                    key={setting}
                    label={t(`privacy.${setting}.label`)}
                    description={t(`privacy.${setting}.text`)}
                    value={privacy.data[setting]}
                    onChange={(event) => update.mutate({ [setting]: event.currentTarget.value as Audience })}
                    data={AUDIENCES.map((value) => ({ value, label: t(`privacy.audience.${value}`) }))}
                  />
                ) : (
                  <Skeleton key={setting} height={76} />
                ),
              )}
              {switches.map((setting) =>
                privacy.data ? (
                  <SwitchField
                    key={setting}
                    label={t(`privacy.${setting}.label`)}
                    description={t(`privacy.${setting}.text`)}
                    checked={privacy.data[setting] ?? false}
                    onChange={(on) => update.mutate({ [setting]: on })}
                  />
                ) : (
                  <Skeleton key={setting} height={56} />
                ),
              )}
            </Section>
          ))
        )}
        <BlockedSection />
        <MutedSection />
      </div>
    </Screen>
  );
}
