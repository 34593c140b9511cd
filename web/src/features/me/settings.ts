import {
  IconBell,
  IconCreditCard,
  IconHeart,
  IconId,
  IconLock,
  IconMapPin,
  IconQrcode,
  IconRosetteDiscountCheck,
  IconSettings,
  IconShieldLock,
  IconWorld,
} from "@tabler/icons-react";

const PAGES = {
  edit: { to: "/UserProfile/edit", icon: IconId, title: "me:link.edit" },
  share: { to: "/UserProfile/share", icon: IconQrcode, title: "me:link.share" },
  verification: { to: "/verification", icon: IconRosetteDiscountCheck, title: "me:link.verification" },
  addresses: { to: "/deliveryAddress", icon: IconMapPin, title: "me:link.addresses" },
  cards: { to: "/settings/cards", icon: IconCreditCard, title: "me:link.cards" },
  likes: { to: "/settings/categories", icon: IconHeart, title: "me:link.likes" },
  settings: { to: "/settings", icon: IconSettings, title: "me:link.settings" },
  region: { to: "/settings/region", icon: IconWorld, title: "me:link.region" },
  notifications: { to: "/settings/notifications", icon: IconBell, title: "me:link.notifications" },
  privacy: { to: "/settings/privacy", icon: IconLock, title: "me:link.privacy" },
  account: { to: "/settings/account", icon: IconShieldLock, title: "me:link.account" },
} as const;

type Page = keyof typeof PAGES;

const page = (key: Page) => ({ key, ...PAGES[key] });

/** Settings pages of a registered account, in order. */
export const SETTINGS = (
  [
    "edit",
    "share",
    "verification",
    "addresses",
    "cards",
    "likes",
    "settings",
    "region",
    "notifications",
    "privacy",
    "account",
  ] as const
).map(page);

/** Settings pages that a guest may open. */
export const GUEST_SETTINGS = (["addresses", "likes", "settings", "region", "account"] as const).map(page);
