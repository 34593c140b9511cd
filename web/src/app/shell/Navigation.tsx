import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import type { Realm } from "@/api/session";
import { usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { Logo } from "@/ui/Logo";
import { BUSINESS_DESTINATIONS, barOf, DESTINATIONS } from "../navigation";
import classes from "./Shell.module.css";
import { ShellControls } from "./ShellControls";

const MoreDestinations = lazy(() =>
  import("./MoreDestinations").then((file) => ({ default: file.MoreDestinations })),
);

/** One list of destinations: a bar on a phone, a rail elsewhere. */
export function Navigation({ side }: { side: Realm }) {
  const { t } = useTranslation();
  const user = useUser();
  const all = side === "consumer" ? DESTINATIONS : BUSINESS_DESTINATIONS;
  const { shown, more } = usePhone() ? barOf(all) : { shown: all, more: [] };
  return (
    <nav className={classes.nav} aria-label={t("nav.main")}>
      <Link to={side === "consumer" ? "/" : "/pro"} className={classes.brand} aria-label={t("name")}>
        <Logo size={36} />
        <span className={classes.brandName}>
          {t("name")}
          {side === "business" && <span className={classes.side}>{t("side.business")}</span>}
        </span>
      </Link>
      <ul className={classes.links}>
        {shown.map(({ to, label, icon, end, badge: Badge }) => (
          <li key={to}>
            <NavLink to={to} end={end} className={classes.link}>
              <span className={classes.glyph}>
                <Icon of={icon} size={24} />
                {Badge && user && !isGuest(user) && (
                  <span className={classes.badge}>
                    <Suspense>
                      <Badge />
                    </Suspense>
                  </span>
                )}
              </span>
              <span className={classes.label}>{t(label)}</span>
            </NavLink>
          </li>
        ))}
        {more.length > 0 && (
          <li>
            <Suspense>
              <MoreDestinations destinations={more} />
            </Suspense>
          </li>
        )}
      </ul>
      <div className={classes.end}>
        <ShellControls />
      </div>
    </nav>
  );
}
