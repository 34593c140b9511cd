import {
  IconBuildingStore,
  IconHome,
  IconMessageCircle,
  IconSettings,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import { type ComponentType, lazy } from "react";

const UnreadBadge = lazy(() =>
  import("@/features/messages/UnreadBadge").then((file) => ({ default: file.UnreadBadge })),
);
const PeopleBadge = lazy(() =>
  import("@/features/people/PeopleBadge").then((file) => ({ default: file.PeopleBadge })),
);

export interface Destination {
  to: string;
  label: "nav.home" | "nav.messages" | "nav.people" | "nav.me" | "nav.settings" | "nav.square";
  icon: typeof IconHome;
  /** Only the exact address counts as being there. */
  end?: boolean;
  /** Badge for signed-in users. */
  badge?: ComponentType;
}

/** Destinations of the bottom bar and the rail, in order. A destination is listed once its screen exists. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/", label: "nav.home", icon: IconHome, end: true },
  { to: "/messages", label: "nav.messages", icon: IconMessageCircle, badge: UnreadBadge },
  { to: "/people", label: "nav.people", icon: IconUsers, badge: PeopleBadge },
  { to: "/UserProfile/User", label: "nav.me", icon: IconUser },
];

/** A thumb finds five; of more, the last place opens the rest. */
const BAR_HOLDS = 5;

interface Bar {
  shown: readonly Destination[];
  more: readonly Destination[];
}

/** Splits the destinations into those in the phone's bar and those behind "More". */
export function barOf(destinations: readonly Destination[]): Bar {
  if (destinations.length <= BAR_HOLDS) return { shown: destinations, more: [] };
  return { shown: destinations.slice(0, BAR_HOLDS - 1), more: destinations.slice(BAR_HOLDS - 1) };
}

/** The same on the professional side. */
export const BUSINESS_DESTINATIONS: readonly Destination[] = [
  { to: "/pro/messages", label: "nav.messages", icon: IconMessageCircle, badge: UnreadBadge },
  { to: "/pro/people", label: "nav.people", icon: IconUsers, badge: PeopleBadge },
  { to: "/pro/settings", label: "nav.settings", icon: IconSettings },
  { to: "/", label: "nav.square", icon: IconBuildingStore, end: true },
];
