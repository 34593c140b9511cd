import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useMatches } from "react-router";
import type { Realm } from "@/api/session";
import { usePhone } from "@/ui/breakpoints";
import { TopBarEnd } from "@/ui/TopBar";
import type { RouteHandle } from "../routes/RouteHandle";
import { Navigation } from "./Navigation";
import classes from "./Shell.module.css";
import { ShellControls } from "./ShellControls";

interface ShellProps {
  side?: Realm;
  /** In the place of the route's own page. */
  children?: ReactNode;
}

/** Frame of a page: navigation, top bar and content, for consumers or businesses. */
export function Shell({ side = "consumer", children }: ShellProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const main = useFocusOnNavigation();
  const hideBottomBar = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.hideBottomBar);
  return (
    <div
      className={hideBottomBar ? `${classes.shell} ${classes.noBottomBar}` : classes.shell}
      data-side={side}
    >
      <a href="#main" className={classes.skip}>
        {t("nav.skip")}
      </a>
      <Navigation side={side} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <TopBarEnd value={phone ? <ShellControls /> : null}>{children ?? <Outlet />}</TopBarEnd>
      </main>
    </div>
  );
}

/** After a navigation the focus goes to the new page, unless the page has already placed it (a composer, a field). */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const placed = main.current?.contains(document.activeElement);
    if (!placed) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
