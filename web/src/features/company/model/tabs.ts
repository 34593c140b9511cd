import { availabilityOf } from "@/shared/offering/availability";
import type { CategorySpec } from "@/shared/offering/types";
import type { CompanyDetails } from "../types";

type Offers = CompanyDetails["offers"];
/** Returns the data of a category, undefined until loaded. */
export type SpecOf = (category: string) => CategorySpec | undefined;

export interface CompanyTab {
  key: "products" | "services" | "rooms" | "cruises" | "tickets" | "media" | "events" | "reviews" | "about";
  /** Path below the page of the company. */
  path: string;
  /** Number beside the label, null for a tab without one. */
  count: (company: CompanyDetails, specOf: SpecOf) => number | null;
  /** A time is chosen in the tab. */
  chooses?: boolean;
}

const sum = (offers: Offers): number => offers.reduce((total, { count }) => total + count, 0);

/** A category with ports sells sailings. */
export const isSailing = (spec: CategorySpec | undefined): boolean =>
  spec?.fields.some(({ type }) => type === "port") ?? false;

export const isRoom = ({ availability }: Pick<Offers[number], "availability">): boolean =>
  availability === "nights";

/** Dates with ticket classes, and tables. */
export const isTicket = ({ availability }: Pick<Offers[number], "availability">): boolean =>
  availability === "occurrence" || availability === "table";

/** Returns true if something is ordered, not booked. */
export const takesOrders = ({ offers }: Pick<CompanyDetails, "offers">): boolean =>
  offers.some(({ availability }) => !availabilityOf(availability).booked);

const isCruise = ({ category, availability }: Offers[number], specOf: SpecOf): boolean =>
  availability === "occurrence" && isSailing(specOf(category));

/** Tabs in order. A tab without content is not shown. */
export const TABS: readonly CompanyTab[] = [
  { key: "products", path: "", count: ({ tabs }) => tabs.products },
  { key: "services", path: "services", count: ({ tabs }) => tabs.services },
  { key: "rooms", path: "rooms", count: ({ offers }) => sum(offers.filter(isRoom)), chooses: true },
  {
    key: "cruises",
    path: "cruises",
    count: ({ offers }, specOf) => sum(offers.filter((offer) => isCruise(offer, specOf))),
    chooses: true,
  },
  {
    key: "tickets",
    path: "tickets",
    count: ({ offers }, specOf) =>
      sum(offers.filter((offer) => isTicket(offer) && specOf(offer.category) && !isCruise(offer, specOf))),
    chooses: true,
  },
  { key: "media", path: "media", count: ({ tabs }) => tabs.media },
  { key: "events", path: "events", count: ({ tabs }) => tabs.events },
  { key: "reviews", path: "reviews", count: ({ tabs }) => tabs.reviews },
  { key: "about", path: "about", count: () => null },
];

export const shownTabs = (company: CompanyDetails, specOf: SpecOf): CompanyTab[] =>
  TABS.filter((tab) => tab.count(company, specOf) !== 0);

export const tabPath = (base: string, { path }: Pick<CompanyTab, "path">): string =>
  path ? `${base}/${path}` : base;

export { hasMenu } from "@/shared/offering/hasMenu";

/** The tab has tables and no dates: it is named after the tables. */
export const hasOnlyTables = ({ offers }: CompanyDetails): boolean =>
  offers.filter(isTicket).every(({ availability }) => availability === "table");

/** Key of the text of the button that leads to a tab. */
export const choosingKey = ({ key }: CompanyTab, company: CompanyDetails) =>
  key === "tickets" && hasOnlyTables(company)
    ? "booking.tables"
    : (`booking.${key as "rooms" | "cruises" | "tickets"}` as const);
