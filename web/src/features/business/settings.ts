import { IconBuildingStore, IconShieldLock, IconUserEdit } from "@tabler/icons-react";

/** Settings pages of a business, in order. */
export const BUSINESS_SETTINGS = [
  { to: "/pro/settings", icon: IconBuildingStore, title: "account:title.business" },
  { to: "/pro/settings/profile", icon: IconUserEdit, title: "account:business.owner" },
  { to: "/pro/settings/security", icon: IconShieldLock, title: "account:title.security" },
] as const;
