import type { OfferingKind } from "../api";

export const TABS = ["products", "services", "tickets", "categories", "staff"] as const;
export type Tab = (typeof TABS)[number];

/** Kind of the offerings that a tab lists. */
export const KIND_OF: Readonly<Partial<Record<Tab, OfferingKind>>> = {
  products: "product",
  services: "service",
  tickets: "ticket",
};

export const TAB_OF: Readonly<Record<OfferingKind, Tab>> = {
  product: "products",
  service: "services",
  ticket: "tickets",
};

export const tabOf = (text: string | undefined): Tab => TABS.find((tab) => tab === text) ?? "products";
