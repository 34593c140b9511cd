import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Realm } from "@/api/session";
import { lazyPart } from "@/lib/lazyPart";
import { useDesktop, usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { Logo } from "@/ui/Logo";
import { barOf, DESTINATIONS, type Destination, isAt } from "../navigation";
import { DestinationBadge } from "./DestinationBadge";
import classes from "./Navigation.module.css";

const MoreDestinations = lazyPart(() => import("./MoreDestinations").then((file) => file.MoreDestinations));

interface NavigationProps {
  side: Realm;
  /** The desktop's rail shows icons only. */
  folded: boolean;
  onFold: () => void;
  destinations?: readonly Destination[];
  /** Between the brand and the destinations of a rail; `icons` if it shows icons only. */
  top?: (icons: boolean) => ReactNode;
  /** Returns true for a destination that may yet go: it keeps its place and is not shown. */
  isPending?: (destination: Destination) => boolean;
}

/** One list of destinations: a bar on a phone, a rail elsewhere. */
export function Navigation({
  side,
  folded,
  onFold,
  destinations = DESTINATIONS,
  top,
  isPending = () => false,
}: NavigationProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const desktop = useDesktop();
  const { shown, more } = phone ? barOf(destinations) : { shown: destinations, more: [] };
  const icons = !phone && (!desktop || folded);
  return (
    <nav className={classes.nav} aria-label={t("nav.main")} data-rail={icons ? "icons" : "labels"}>
      <Link to={side === "consumer" ? "/" : "/pro"} className={classes.brand} aria-label={t("name")}>
        <Logo size={36} />
        <span className={classes.brandName}>
          {t("name")}
          {side === "business" && <span className={classes.side}>{t("side.business")}</span>}
        </span>
      </Link>
      {top && !phone && <div className={classes.top}>{top(icons)}</div>}
      <ul className={classes.links}>
        {shown.map((destination) => (
          <li key={destination.to} data-pending={isPending(destination) ? "" : undefined}>
            <DestinationLink destination={destination} tooltip={icons} />
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
      {desktop && <FoldButton folded={folded} onFold={onFold} />}
    </nav>
  );
}

function DestinationLink({ destination, tooltip }: { destination: Destination; tooltip: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { to, label, icon, badge } = destination;
  return (
    <Link
      to={to}
      aria-current={isAt(destination, pathname) ? "page" : undefined}
      className={classes.link}
      data-tooltip={tooltip ? t(label) : undefined}
      data-tooltip-side="end"
    >
      <span className={classes.glyph}>
        <Icon of={icon} size={24} />
        <span className={classes.badge}>
          <DestinationBadge of={badge} />
        </span>
      </span>
      <span className={classes.label}>{t(label)}</span>
    </Link>
  );
}

function FoldButton({ folded, onFold }: Pick<NavigationProps, "folded" | "onFold">) {
  const { t } = useTranslation();
  const label = t(folded ? "nav.unfold" : "nav.fold");
  return (
    <button
      type="button"
      className={`bare ${classes.link} ${classes.fold}`}
      data-tooltip={folded ? label : undefined}
      data-tooltip-side="end"
      onClick={onFold}
    >
      <span className={classes.glyph}>
        <Icon of={folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse} size={24} directed />
      </span>
      <span className={classes.label}>{label}</span>
    </button>
  );
}
