import { useTranslation } from "react-i18next";
import { NavLink, Outlet } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import type { Realm } from "@/api/session";
import { useAccess } from "@/features/business/permissions";
import { BUSINESS_SETTINGS } from "@/features/business/settings";
import { GUEST_SETTINGS, SETTINGS } from "@/features/me/settings";
import { Icon } from "@/ui/Icon";
import classes from "./SettingsLayout.module.css";

const PATHS: readonly string[] = [...SETTINGS, ...BUSINESS_SETTINGS].map(({ to }) => to);

/** Returns true for a page above other entries of the list. Its own entry is current on the exact path only. */
const holdsOthers = (path: string) => PATHS.some((other) => other.startsWith(`${path}/`));

/** Settings pages of one side. On a desktop a list stands beside the open page and marks it, also on the pages below an entry. */
export function SettingsLayout({ side }: { side: Realm }) {
  const { t } = useTranslation(["me", "account", "notifications", "policies", "business-team", "support"]);
  const user = useUser();
  const own = isGuest(user) ? GUEST_SETTINGS : SETTINGS;
  const access = useAccess();
  const links = side === "business" ? BUSINESS_SETTINGS.filter(({ to }) => access(to) === "granted") : own;
  return (
    <div className={classes.layout}>
      {user && (
        <nav className={classes.nav} aria-label={t("account:title.settings")}>
          <ul className={classes.links}>
            {links.map(({ to, title, icon }) => (
              <li key={to}>
                <NavLink to={to} end={holdsOthers(to)} className={classes.link}>
                  <Icon of={icon} />
                  {t(title)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
