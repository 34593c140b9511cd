import { useTranslation } from "react-i18next";
import { NavLink, Outlet } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import type { Realm } from "@/api/session";
import { useAccess } from "@/features/business/permissions";
import { BUSINESS_SETTINGS } from "@/features/business/settings";
import { GUEST_SETTINGS, SETTINGS } from "@/features/me/settings";
import { Icon } from "@/ui/Icon";
import classes from "./SettingsLayout.module.css";

/** Settings pages of one side. On a desktop a list of them stands beside the open one, which it marks. */
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
                <NavLink to={to} end className={classes.link}>
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
