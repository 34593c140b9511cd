import type { CategorySpec } from "@/shared/offering/types";
import type { CompanyDetails } from "../types";

export interface CompanyTab {
  key: "products" | "services" | "media" | "events" | "reviews" | "about";
  /** Path below the page of the company. */
  path: string;
  /** Number beside the label, null for a tab without one. */
  count: (company: CompanyDetails) => number | null;
}

/** Tabs in order. A tab without content is not shown. */
export const TABS: readonly CompanyTab[] = [
  { key: "products", path: "", count: ({ tabs }) => tabs.products },
  { key: "services", path: "services", count: ({ tabs }) => tabs.services },
  { key: "media", path: "media", count: ({ tabs }) => tabs.media },
  { key: "events", path: "events", count: ({ tabs }) => tabs.events },
  { key: "reviews", path: "reviews", count: ({ tabs }) => tabs.reviews },
  { key: "about", path: "about", count: () => null },
];

export const shownTabs = (company: CompanyDetails): CompanyTab[] =>
  TABS.filter((tab) => tab.count(company) !== 0);

export const tabPath = (base: string, { path }: Pick<CompanyTab, "path">): string =>
  path ? `${base}/${path}` : base;

/** Dishes are made to order: their category lists them as a menu. */
export const hasMenu = (spec: CategorySpec | undefined): boolean => spec?.availability[0] === "unlimited";
