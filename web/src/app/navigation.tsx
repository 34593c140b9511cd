import {
  IconAddressBook,
  IconBookmarks,
  IconBuildingStore,
  IconCalendarCheck,
  IconCalendarWeek,
  IconCoins,
  IconDiscount,
  IconFileInvoice,
  IconHome,
  IconLayoutDashboard,
  IconMessageCircle,
  IconMovie,
  IconPhotoSquareRounded,
  IconReceipt,
  IconSearch,
  IconSettings,
  IconSpeakerphone,
  IconStar,
  IconTags,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { matchPath } from "react-router";
import { lazyPart } from "@/lib/lazyPart";

const UnreadBadge = lazyPart(() =>
  import("@/features/messages/UnreadBadge").then((file) => file.UnreadBadge),
);
export const PeopleBadge = lazyPart(() =>
  import("@/features/people/PeopleBadge").then((file) => file.PeopleBadge),
);
const NewOrdersBadge = lazyPart(() =>
  import("@/features/business/orders/NewOrdersBadge").then((file) => file.NewOrdersBadge),
);

export interface Destination {
  to: string;
  label:
    | "nav.advertisements"
    | "nav.calendar"
    | "nav.catalogue"
    | "nav.customers"
    | "nav.dashboard"
    | "nav.favourites"
    | "nav.home"
    | "nav.invoices"
    | "nav.loyalty"
    | "nav.me"
    | "nav.messages"
    | "nav.offers"
    | "nav.orders"
    | "nav.people"
    | "nav.reels"
    | "nav.reservations"
    | "nav.reviews"
    | "nav.search"
    | "nav.settings"
    | "nav.square"
    | "nav.store";
  icon: typeof IconHome;
  /** Only the exact address counts as being there. */
  end?: boolean;
  /** Badge for signed-in users. */
  badge?: ComponentType;
  /** Path of the destination that lists this one on a phone, and shows its badge there. The rail shows both. */
  within?: string;
  /** Paths elsewhere that belong to the destination: it is marked there too. */
  holds?: readonly string[];
}

const ME = "/UserProfile/User";

/** Destinations of the bottom bar and the rail, in order. A destination is listed once its screen exists. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/", label: "nav.home", icon: IconHome, end: true },
  { to: "/videos", label: "nav.reels", icon: IconMovie },
  { to: "/search", label: "nav.search", icon: IconSearch },
  { to: "/messages", label: "nav.messages", icon: IconMessageCircle, badge: UnreadBadge },
  { to: "/people", label: "nav.people", icon: IconUsers, badge: PeopleBadge, within: ME },
  { to: "/orders", label: "nav.orders", icon: IconReceipt, within: ME },
  { to: "/reservations", label: "nav.reservations", icon: IconCalendarCheck, within: ME },
  { to: "/favourites", label: "nav.favourites", icon: IconBookmarks, within: ME },
  { to: "/loyalty", label: "nav.loyalty", icon: IconCoins, within: ME },
  {
    to: ME,
    label: "nav.me",
    icon: IconUser,
    holds: ["/UserProfile/*", "/settings/*", "/deliveryAddress", "/verification"],
  },
];

/** Destinations of the business side. */
export const BUSINESS_DESTINATIONS: readonly Destination[] = [
  { to: "/pro", label: "nav.dashboard", icon: IconLayoutDashboard, end: true },
  { to: "/pro/orders", label: "nav.orders", icon: IconReceipt, badge: NewOrdersBadge },
  { to: "/pro/reservations", label: "nav.reservations", icon: IconCalendarCheck },
  { to: "/pro/messages", label: "nav.messages", icon: IconMessageCircle, badge: UnreadBadge },
  { to: "/pro/calendar", label: "nav.calendar", icon: IconCalendarWeek },
  { to: "/pro/catalogue", label: "nav.catalogue", icon: IconTags },
  { to: "/pro/store", label: "nav.store", icon: IconPhotoSquareRounded },
  { to: "/pro/customers", label: "nav.customers", icon: IconAddressBook },
  { to: "/pro/invoices", label: "nav.invoices", icon: IconFileInvoice },
  { to: "/pro/marketing/offers", label: "nav.offers", icon: IconDiscount },
  { to: "/pro/marketing/advertisements", label: "nav.advertisements", icon: IconSpeakerphone },
  { to: "/pro/marketing/loyalty", label: "nav.loyalty", icon: IconCoins },
  { to: "/pro/reviews", label: "nav.reviews", icon: IconStar },
  { to: "/pro/people", label: "nav.people", icon: IconUsers, badge: PeopleBadge },
  {
    to: "/pro/settings",
    label: "nav.settings",
    icon: IconSettings,
    holds: ["/pro/policies", "/pro/companies/*"],
  },
  { to: "/", label: "nav.square", icon: IconBuildingStore, end: true },
];

/** Returns true if the page at `pathname` is the destination or belongs to it. */
export const isAt = ({ to, end = false, holds = [] }: Destination, pathname: string): boolean =>
  matchPath({ path: to, end }, pathname) !== null || holds.some((path) => matchPath(path, pathname));

/** A thumb finds five; of more, the last place opens the rest. */
const BAR_HOLDS = 5;

interface Bar {
  shown: readonly Destination[];
  more: readonly Destination[];
}

/** Splits the destinations into those in the phone's bar and those behind "More". Those within another are in neither. */
export function barOf(destinations: readonly Destination[]): Bar {
  const own = destinations.filter(({ within }) => within === undefined).map(withInnerBadge(destinations));
  if (own.length <= BAR_HOLDS) return { shown: own, more: [] };
  return { shown: own.slice(0, BAR_HOLDS - 1), more: own.slice(BAR_HOLDS - 1) };
}

/** Destinations that `path` lists on a phone. */
export const listedWithin = (destinations: readonly Destination[], path: string): readonly Destination[] =>
  destinations.filter(({ within }) => within === path);

function withInnerBadge(destinations: readonly Destination[]) {
  return (destination: Destination): Destination => {
    const inner = listedWithin(destinations, destination.to).find(({ badge }) => badge);
    return destination.badge || !inner ? destination : { ...destination, badge: inner.badge };
  };
}
