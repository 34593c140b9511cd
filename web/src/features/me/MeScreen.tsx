import { Group } from "@mantine/core";
import { IconLifebuoy, IconRosetteDiscountCheck, IconScale } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isGuest, useUser } from "@/api/auth";
import { useProfile, useSignOut } from "@/api/session";
import type { User } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { LanguageSelect } from "@/shared/language/LanguageSelect";
import { AccountButtons } from "@/shared/session/AccountButtons";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ColorSchemeSwitch } from "@/ui/ColorSchemeSwitch";
import { Icon } from "@/ui/Icon";
import { NavRow } from "@/ui/NavRow";
import { Screen } from "@/ui/Screen";
import { SignOutRow } from "@/ui/SignOutRow";
import classes from "./MeScreen.module.css";
import { ProfileCounters } from "./ProfileCounters";
import { GUEST_SETTINGS, SETTINGS } from "./settings";

interface MeScreenProps {
  /** Rows of areas that have no place in the phone's bar. */
  areas: ReactNode;
}

/** Profile summary, other areas, links to settings, appearance, language, help and sign-out. */
export function MeScreen({ areas }: MeScreenProps) {
  const { t } = useTranslation("me");
  const user = useUser();
  const signOut = useSignOut();
  // Shows what was saved at sign-in at once, and what the server knows since.
  useProfile();
  if (!user) return null;
  return (
    <Screen
      title={t("title")}
      aside={
        <div className={classes.page}>
          <section className={classes.settings} aria-labelledby="me-settings">
            <h2 id="me-settings" className={classes.heading}>
              {t("settings")}
            </h2>
            <LanguageSelect />
            <ColorSchemeSwitch />
          </section>
          <SignOutRow onSignOut={signOut} />
        </div>
      }
    >
      <div className={classes.page}>
        <Person user={user} />
        <ProfileCounters user={user} />
        {isGuest(user) && <SignUpInvitation />}
        <nav aria-label={t("links")}>
          <ul className={classes.ways}>
            {areas}
            <SettingsLinks user={user} />
            <li>
              <NavRow
                to="/support"
                icon={IconLifebuoy}
                title={t("link.support")}
                text={t("link.supportText")}
              />
            </li>
            <li>
              <NavRow to="/help" icon={IconScale} title={t("link.help")} text={t("link.helpText")} />
            </li>
          </ul>
        </nav>
      </div>
    </Screen>
  );
}

function Person({ user }: { user: User }) {
  const { t } = useTranslation("me");
  const format = useFormat();
  const name = displayName(user);
  return (
    <section className={classes.person} aria-label={t("person")}>
      <Avatar name={name} picture={user.picture} id={user.id} size={88} />
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Bdi>{name}</Bdi>
        </h2>
        <p className={classes.handle}>
          <Bdi>@{user.userName}</Bdi>
        </p>
        {user.email && (
          <p className={classes.contact}>
            <Bdi>{user.email}</Bdi>
            {user.emailVerified && (
              <span className={classes.verified}>
                <Icon of={IconRosetteDiscountCheck} />
                {t("verified")}
              </span>
            )}
          </p>
        )}
        <p className={classes.since}>
          {t("since")} <span className="tabular">{format.date(user.createdAt)}</span>
        </p>
      </div>
    </section>
  );
}

/** A guest has one thing to do here: to stay. */
function SignUpInvitation() {
  const { t } = useTranslation("me");
  return (
    <section className={classes.invitation} aria-labelledby="me-guest">
      <h2 id="me-guest" className={classes.heading}>
        {t("guestTitle")}
      </h2>
      <p>{t("guestLead")}</p>
      <Group gap="xs">
        <AccountButtons next="/UserProfile/User" />
      </Group>
    </section>
  );
}

function SettingsLinks({ user }: { user: User }) {
  const { t } = useTranslation("me");
  const { name: language, tag } = useLanguage();
  const country = user.country && new Intl.DisplayNames(tag, { type: "region" }).of(user.country);
  const text = (key: (typeof SETTINGS)[number]["key"]) =>
    key === "region" && !country
      ? t("link.regionNone", { language })
      : t(`link.${key}Text`, { country, language });
  return (isGuest(user) ? GUEST_SETTINGS : SETTINGS).map(({ key, to, icon, title }) => (
    <li key={key}>
      <NavRow to={to} icon={icon} title={t(title)} text={text(key)} />
    </li>
  ));
}
