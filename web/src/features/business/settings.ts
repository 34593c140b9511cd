import {
  IconBell,
  IconBuildingStore,
  IconClipboardCheck,
  IconLayersSubtract,
  IconMessageStar,
  IconPlus,
  IconRosetteDiscountCheck,
  IconShieldLock,
  IconTicket,
  IconTrash,
  IconUserEdit,
  IconUsersGroup,
} from "@tabler/icons-react";

/** Settings pages of a business, in order. */
export const BUSINESS_SETTINGS = [
  { to: "/pro/settings", icon: IconBuildingStore, title: "account:title.business" },
  { to: "/pro/settings/profile", icon: IconUserEdit, title: "account:title.edit" },
  { to: "/pro/settings/employees", icon: IconUsersGroup, title: "business-team:employees.title" },
  { to: "/pro/settings/security", icon: IconShieldLock, title: "account:title.security" },
  { to: "/pro/settings/verification", icon: IconRosetteDiscountCheck, title: "account:title.verification" },
  { to: "/pro/settings/notifications", icon: IconBell, title: "notifications:preferences.title" },
  { to: "/pro/settings/subscription", icon: IconLayersSubtract, title: "business-team:plan.title" },
  { to: "/pro/settings/tickets", icon: IconTicket, title: "support:tickets.manage" },
  { to: "/pro/settings/feedback", icon: IconMessageStar, title: "support:feedback.title" },
  { to: "/pro/policies", icon: IconClipboardCheck, title: "policies:title" },
  { to: "/pro/companies/new", icon: IconPlus, title: "business-team:companies.add" },
  { to: "/pro/settings/delete", icon: IconTrash, title: "business-team:delete.ownTitle" },
] as const;
