import { IconMailExclamation, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useProfile } from "@/api/session";
import type { User } from "@/api/types";
import { readStored, writeStored } from "@/lib/storage";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import classes from "./EmailBanner.module.css";

const DISMISSED = "plaza.emailBanner";
const SCREENS: Readonly<Record<string, string>> = {
  regular: "/verification",
  professional: "/pro/settings/verification",
};

/** State of the account's email; null if it is confirmed. An account with a password loses it to another's proof. */
function stateOf({ email, emailVerified, pendingEmail, hasPassword }: User) {
  if (email) return emailVerified ? null : "unconfirmed";
  if (pendingEmail) return "pending";
  return hasPassword ? "lost" : "missing";
}

/** Asks for the confirmation of the account's email. Dismissed for the browser session. */
export function EmailBanner({ user }: { user: User }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED, "session") === String(user.id));
  // Another device may have confirmed it.
  useProfile();
  const state = stateOf(user);
  const screen = SCREENS[user.type];
  if (!state || dismissed || !screen || pathname.startsWith(screen)) return null;
  const dismiss = () => {
    writeStored(DISMISSED, String(user.id), "session");
    setDismissed(true);
  };
  const toAdd = state === "missing" || state === "lost";
  return (
    <section className={classes.banner} aria-label={t("email.title")}>
      <Icon of={IconMailExclamation} />
      <p className={classes.text}>
        {t(`email.${state}`, { email: user.pendingEmail ?? user.email, name: user.userName })}
      </p>
      <Link to={`${screen}?email=${toAdd ? "add" : "confirm"}`} className={classes.action}>
        {t(toAdd ? "email.add" : "email.confirm")}
      </Link>
      <IconButton icon={IconX} label={t("email.dismiss")} variant="subtle" color="gray" onClick={dismiss} />
    </section>
  );
}
