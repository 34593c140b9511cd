import { DEFAULT_CURRENCY } from "@/shared/money/currencies";
import { type Filters, otherCategory } from "./filters";

/** One filter that is on, and the change that takes it off. */
export interface ActiveFilter {
  key:
    | "area"
    | "category"
    | "detail"
    | "distance"
    | "feature"
    | "near"
    | "openNow"
    | "orderType"
    | "price"
    | "rating"
    | "when"
    | "who";
  /** Key of the feature. */
  feature?: string;
  /** Field and value of the detail. */
  detail?: string;
  off: Partial<Filters>;
}

const CONDITIONS: readonly {
  key: Exclude<ActiveFilter["key"], "feature" | "detail">;
  isOn: (filters: Filters) => boolean;
  off: Partial<Filters>;
}[] = [
  { key: "category", isOn: ({ category }) => category !== null, off: otherCategory(null) },
  {
    key: "near",
    isOn: ({ near, distance }) => near !== null && distance === null,
    off: { near: null },
  },
  { key: "distance", isOn: ({ distance }) => distance !== null, off: { distance: null } },
  { key: "area", isOn: ({ area }) => area !== null, off: { area: null } },
  { key: "when", isOn: ({ date }) => date !== null, off: { date: null } },
  { key: "who", isOn: ({ adults }) => adults !== null, off: { adults: null } },
  {
    key: "price",
    isOn: ({ priceMin, priceMax }) => priceMin !== null || priceMax !== null,
    off: { priceMin: null, priceMax: null, currency: DEFAULT_CURRENCY },
  },
  { key: "rating", isOn: ({ rating }) => rating !== null, off: { rating: null } },
  { key: "openNow", isOn: ({ openNow }) => openNow, off: { openNow: false } },
  { key: "orderType", isOn: ({ orderType }) => orderType !== null, off: { orderType: null } },
];

/** Lists the conditions that are on. The words, the sort order and what the screen fixes have controls of their own. */
export function activeFilters(filters: Filters, fixed: Partial<Filters> = {}): ActiveFilter[] {
  const conditions = CONDITIONS.filter(({ key, isOn }) => !(key in fixed) && isOn(filters));
  const features = filters.features.map((feature) => ({
    key: "feature" as const,
    feature,
    off: { features: filters.features.filter((other) => other !== feature) },
  }));
  // Only a category has details.
  const details = filters.category === null ? [] : filters.details;
  return [
    ...conditions.map(({ key, off }) => ({ key, off })),
    ...details.map((detail) => ({
      key: "detail" as const,
      detail,
      off: { details: details.filter((other) => other !== detail) },
    })),
    ...features,
  ];
}

/** The change that takes every condition off. */
export const CLEARED: Partial<Filters> = {
  ...otherCategory(null),
  features: [],
  priceMin: null,
  priceMax: null,
  currency: DEFAULT_CURRENCY,
  rating: null,
  distance: null,
  openNow: false,
  orderType: null,
  near: null,
  area: null,
  date: null,
  adults: null,
};
