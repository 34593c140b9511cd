import { IconHome, IconMessageCircle, IconUser } from "@tabler/icons-react";

export interface Destination {
  to: string;
  label: "nav.home" | "nav.messages" | "nav.me";
  icon: typeof IconHome;
  /** Only the exact address counts as being there. */
  end?: boolean;
}

/** What the bottom bar and the rail lead to, in order. A destination is listed when its screen exists. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/", label: "nav.home", icon: IconHome, end: true },
  { to: "/messages", label: "nav.messages", icon: IconMessageCircle },
  { to: "/UserProfile/User", label: "nav.me", icon: IconUser },
];
