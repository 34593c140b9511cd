import type { OfferingKind } from "@/shared/offering/types";

export const SORTS = ["relevance", "distance", "price", "price_desc", "rating", "newest"] as const;
export type Sort = (typeof SORTS)[number];

const KINDS: readonly OfferingKind[] = ["product", "service", "ticket"];

/** Point that distances are measured from. */
export interface Near {
  label: string;
  latitude: number;
  longitude: number;
}

/** Filters of a list of companies or offerings, as they stand in the URL. */
export interface Filters {
  q: string;
  category: string | null;
  subcategory: string | null;
  kind: OfferingKind | null;
  /** Keys of the flags, sorted. */
  features: readonly string[];
  /** Whole units of the currency. */
  priceMin: number | null;
  priceMax: number | null;
  distance: number | null;
  openNow: boolean;
  near: Near | null;
  sort: Sort;
}

export const NO_FILTERS: Filters = {
  q: "",
  category: null,
  subcategory: null,
  kind: null,
  features: [],
  priceMin: null,
  priceMax: null,
  distance: null,
  openNow: false,
  near: null,
  sort: "relevance",
};

/** Names of the filters in the URL. Other parameters belong to the screen. */
const NAMES = [
  "q",
  "category",
  "subcategory",
  "kind",
  "features",
  "price_min",
  "price_max",
  "distance_km",
  "open_now",
  "near",
  "latitude",
  "longitude",
  "sort",
] as const;

const KEY = /^[a-z0-9_]{1,40}$/;
const MAX_QUERY = 100;
const MAX_PRICE = 1_000_000;
const MAX_DISTANCE = 500;

/** Reads the filters of an address. Values that make no sense are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const near = readNear(params);
  return {
    q: (params.get("q") ?? "").trim().slice(0, MAX_QUERY),
    category: readKey(params.get("category")),
    subcategory: readKey(params.get("subcategory")),
    kind: KINDS.find((kind) => kind === params.get("kind")) ?? null,
    features: sortedKeys((params.get("features") ?? "").split(",")),
    priceMin: readNumber(params.get("price_min"), 0, MAX_PRICE),
    priceMax: readNumber(params.get("price_max"), 0, MAX_PRICE),
    distance: near && readNumber(params.get("distance_km"), 1, MAX_DISTANCE),
    openNow: params.get("open_now") === "true",
    near,
    sort: readSort(params.get("sort"), near),
  };
}

/** Writes the filters into an address and keeps its other parameters. Defaults are left out. */
export function writeFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of NAMES) next.delete(name);
  for (const [name, value] of Object.entries(valuesOf(filters))) if (value) next.set(name, value);
  return next;
}

function valuesOf(filters: Filters): Record<(typeof NAMES)[number], string | null> {
  const number = (value: number | null | undefined) => (value === null ? null : value?.toString()) ?? null;
  const { near, sort } = filters;
  return {
    q: filters.q.trim(),
    category: filters.category,
    subcategory: filters.subcategory,
    kind: filters.kind,
    features: sortedKeys(filters.features).join(","),
    price_min: number(filters.priceMin),
    price_max: number(filters.priceMax),
    distance_km: near ? number(filters.distance) : null,
    open_now: filters.openNow ? "true" : null,
    near: near?.label ?? null,
    latitude: number(near?.latitude),
    longitude: number(near?.longitude),
    sort: sort === NO_FILTERS.sort ? null : sort,
  };
}

const readKey = (value: string | null): string | null => (value && KEY.test(value) ? value : null);

const sortedKeys = (keys: readonly string[]): string[] =>
  [...new Set(keys.filter((key) => KEY.test(key)))].sort();

function readNumber(value: string | null, min: number, max: number): number | null {
  if (!value || !/^\d+$/.test(value)) return null;
  const number = Number(value);
  return number >= min && number <= max ? number : null;
}

function readNear(params: URLSearchParams): Near | null {
  const [latitude, longitude] = [coordinate(params, "latitude", 90), coordinate(params, "longitude", 180)];
  if (latitude === null || longitude === null) return null;
  return { label: (params.get("near") ?? "").slice(0, MAX_QUERY), latitude, longitude };
}

function coordinate(params: URLSearchParams, name: string, limit: number): number | null {
  const value = params.get(name);
  const number = Number(value);
  return value && Number.isFinite(number) && Math.abs(number) <= limit ? number : null;
}

/** Sorting by distance needs a point to measure from. */
function readSort(value: string | null, near: Near | null): Sort {
  const sort = SORTS.find((known) => known === value) ?? NO_FILTERS.sort;
  return sort === "distance" && !near ? NO_FILTERS.sort : sort;
}

/** Applies a change. Distances need a place to be measured from. */
export function changeFilters(filters: Filters, change: Partial<Filters>): Filters {
  const next = { ...filters, ...change };
  if (next.near) return next;
  return { ...next, distance: null, sort: next.sort === "distance" ? NO_FILTERS.sort : next.sort };
}

/** One filter that is on, and the change that takes it off. */
export interface ActiveFilter {
  key: "feature" | "price" | "distance" | "openNow" | "near";
  /** Key of the feature. */
  feature?: string;
  off: Partial<Filters>;
}

/** Lists the filters of the panel that are on. The query, the category and the sort order have controls of their own. */
export function activeFilters(filters: Filters): ActiveFilter[] {
  const { features, priceMin, priceMax, distance, openNow, near } = filters;
  const active: ActiveFilter[] = features.map((feature) => ({
    key: "feature",
    feature,
    off: { features: features.filter((other) => other !== feature) },
  }));
  if (openNow) active.unshift({ key: "openNow", off: { openNow: false } });
  if (priceMin !== null || priceMax !== null) {
    active.unshift({ key: "price", off: { priceMin: null, priceMax: null } });
  }
  if (near) {
    active.unshift(
      distance === null ? { key: "near", off: { near: null } } : { key: "distance", off: { distance: null } },
    );
  }
  return active;
}

/** The change that takes every filter of the panel off. */
export const CLEARED: Partial<Filters> = {
  features: [],
  priceMin: null,
  priceMax: null,
  distance: null,
  openNow: false,
  near: null,
};
