import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useMatches } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import type { Realm } from "@/api/session";
import { lazyPart } from "@/lib/lazyPart";
import { usePhone } from "@/ui/breakpoints";
import { ShellParts } from "@/ui/ShellParts";
import { BUSINESS_DESTINATIONS } from "../navigation";
import type { RouteHandle } from "../routes/RouteHandle";
import { useAfterFirstView } from "../useAfterFirstView";
import { Footer } from "./Footer";
import { Navigation } from "./Navigation";
import { VisitorOfflineBanner } from "./OfflineBanner";
import { PlaceButton } from "./PlaceButton";
import { SessionEndNotice } from "./SessionEndNotice";
import classes from "./Shell.module.css";
import { ShellBar } from "./ShellBar";
import { ShellControls } from "./ShellControls";
import { useRail } from "./useRail";

const BusinessNavigation = lazyPart(() =>
  import("./BusinessNavigation").then((file) => file.BusinessNavigation),
);
const BusinessSearch = lazyPart(() => import("./BusinessSearch").then((file) => file.BusinessSearch));
const CompanySwitcher = lazyPart(() =>
  import("@/features/business/companies/CompanySwitcher").then((file) => file.CompanySwitcher),
);
const PublicPageLink = lazyPart(() => import("./PublicPageLink").then((file) => file.PublicPageLink));
const SearchEntry = lazyPart(() =>
  import("@/features/discover/bar/SearchEntry").then((file) => file.SearchEntry),
);
const CartBar = lazyPart(() => import("@/shared/cart/CartBar").then((file) => file.CartBar));
const CartLink = lazyPart(() => import("@/shared/cart/CartLink").then((file) => file.CartLink));
const MemberOfflineBanner = lazyPart(() =>
  import("./MemberOfflineBanner").then((file) => file.MemberOfflineBanner),
);
const EmailBanner = lazyPart(() => import("./EmailBanner").then((file) => file.EmailBanner));
const MessagePreview = lazyPart(() =>
  import("@/features/messages/notifications/MessagePreview").then((file) => file.MessagePreview),
);
const BusinessMessagePreview = lazyPart(() =>
  import("./BusinessMessagePreview").then((file) => file.BusinessMessagePreview),
);
const FriendAnnouncer = lazyPart(() =>
  import("@/features/people/FriendAnnouncer").then((file) => file.FriendAnnouncer),
);

interface ShellProps {
  side?: Realm;
  /** In the place of the route's own page. */
  children?: ReactNode;
}

/** The company of a business is at the top of its rail, which a phone does not have. */
const START: Record<Realm, ReactNode> = {
  consumer: <PlaceButton />,
  business: (
    <Suspense>
      <CompanySwitcher />
    </Suspense>
  ),
};
const END: Record<Realm, ReactNode> = {
  consumer: (
    <>
      <CartEntry />
      <ShellControls />
    </>
  ),
  business: (
    <>
      <Suspense>
        <BusinessSearch />
        <PublicPageLink />
      </Suspense>
      <ShellControls />
    </>
  ),
};

const SEARCH: Record<Realm, ReactNode> = {
  consumer: (
    <Suspense>
      <SearchEntry />
    </Suspense>
  ),
  business: null,
};

/** Frame of a page: navigation, top bar, content and footer, for consumers or businesses. */
export function Shell({ side = "consumer", children }: ShellProps) {
  const { t } = useTranslation();
  const user = useUser();
  const phone = usePhone();
  const { folded, toggle } = useRail();
  const main = useFocusOnNavigation();
  const isAfterFirstView = useAfterFirstView();
  const hideBottomBar = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.hideBottomBar);
  const needsEmail = user !== null && !isGuest(user) && !user.emailVerified;
  const banner = needsEmail && (
    <Suspense>
      <EmailBanner user={user} />
    </Suspense>
  );
  const around = { banner, footer: <Footer /> };
  const parts = phone ? { place: START[side], end: END[side], ...around } : around;
  return (
    <div
      className={hideBottomBar ? `${classes.shell} ${classes.noBottomBar}` : classes.shell}
      data-side={side}
      data-rail={folded ? "folded" : undefined}
    >
      <a href="#main" className={classes.skip}>
        {t("nav.skip")}
      </a>
      {side === "business" ? (
        <Suspense
          fallback={
            <Navigation
              side="business"
              folded={folded}
              onFold={toggle}
              destinations={BUSINESS_DESTINATIONS}
              isPending={() => true}
            />
          }
        >
          <BusinessNavigation folded={folded} onFold={toggle} />
        </Suspense>
      ) : (
        <Navigation side={side} folded={folded} onFold={toggle} />
      )}
      {!phone && (
        <ShellBar start={side === "consumer" && START.consumer} search={SEARCH[side]} end={END[side]} />
      )}
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ShellParts value={parts}>{children ?? <Outlet />}</ShellParts>
      </main>
      {user && side === "consumer" && phone && !hideBottomBar && (
        <Suspense>
          <CartBar />
        </Suspense>
      )}
      <SessionEndNotice />
      {user && !isGuest(user) ? (
        <>
          <Suspense>
            <MemberOfflineBanner />
            <FriendAnnouncer />
          </Suspense>
          {isAfterFirstView && (
            <Suspense>
              {user.type === "professional" ? (
                <BusinessMessagePreview />
              ) : (
                <MessagePreview basePath="/messages" />
              )}
            </Suspense>
          )}
        </>
      ) : (
        <VisitorOfflineBanner />
      )}
    </div>
  );
}

/** A visitor has no cart, and a phone shows no empty one. */
function CartEntry() {
  const isVisitor = useUser() === null;
  const phone = usePhone();
  if (isVisitor && phone) return null;
  return (
    <Suspense>
      <CartLink />
    </Suspense>
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
