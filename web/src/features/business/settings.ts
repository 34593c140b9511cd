import {
  IconBell,
  IconBuildingStore,
  IconClipboardCheck,
  IconMessageStar,
  IconShieldLock,
  IconTicket,
  IconUserEdit,
} from "@tabler/icons-react";

/** Settings pages of a business, in order. */
export const BUSINESS_SETTINGS = [
  { to: "/pro/settings", icon: IconBuildingStore, title: "account:title.business" },
  { to: "/pro/settings/profile", icon: IconUserEdit, title: "account:business.owner" },
  { to: "/pro/settings/security", icon: IconShieldLock, title: "account:title.security" },
  { to: "/pro/settings/notifications", icon: IconBell, title: "notifications:preferences.title" },
  { to: "/pro/settings/tickets", icon: IconTicket, title: "support:tickets.manage" },
  { to: "/pro/settings/feedback", icon: IconMessageStar, title: "support:feedback.title" },
  { to: "/pro/policies", icon: IconClipboardCheck, title: "policies:title" },
] as const;
