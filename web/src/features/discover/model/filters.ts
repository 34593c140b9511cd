import { daysBetween } from "@/shared/booking/model/dates";
import { MAX_DETAILS, sortedDetails } from "@/shared/filters/details";
import { ORDER_TYPE_PARAM, type OrderType, readOrderType } from "@/shared/fulfilment/orderTypes";
import { type Area, readArea, writeArea } from "@/shared/map/area";
import { CURRENCIES, DEFAULT_CURRENCY } from "@/shared/money/currencies";
import { dateIn, viewerZone } from "@/shared/opening/zonedTime";
import { readDay } from "./day";
import { PARTS_OF_DAY, type PartOfDay } from "./partsOfDay";

export const SORTS = ["relevance", "distance", "price", "price_desc", "rating", "newest"] as const;
export type Sort = (typeof SORTS)[number];

/** Minimum ratings to choose from, in tenths of stars. */
export const RATINGS = [45, 40, 35, 30] as const;

/** Point that distances are measured from. */
export interface Near {
  label: string;
  latitude: number;
  longitude: number;
}

/** Search with its filters, as they stand in the URL. */
export interface Filters {
  q: string;
  category: string | null;
  subcategory: string | null;
  /** Keys of the flags, sorted. */
  features: readonly string[];
  /** Values of detail fields of the category, such as `beds:2`, sorted. */
  details: readonly string[];
  /** In units of the currency, with two decimals at most. */
  priceMin: number | null;
  priceMax: number | null;
  /** ISO 4217 code of the prices. Others are compared by approximate rates. */
  currency: string;
  /** Minimum rating in tenths of stars. */
  rating: number | null;
  distance: number | null;
  openNow: boolean;
  /** Order type that the company takes. */
  orderType: OrderType | null;
  near: Near | null;
  /** Part of the map. */
  area: Area | null;
  /** First day as YYYY-MM-DD. */
  date: string | null;
  /** Last day; the day of departure of a stay. */
  until: string | null;
  time: PartOfDay | null;
  adults: number | null;
  children: number;
  sort: Sort;
}

export const NO_FILTERS: Filters = {
  q: "",
  category: null,
  subcategory: null,
  features: [],
  details: [],
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
  until: null,
  time: null,
  adults: null,
  children: 0,
  sort: "relevance",
};

/** Names of the filters in the URL. Other parameters belong to the screen. */
const NAMES = [
  "q",
  "category",
  "subcategory",
  "features",
  "details",
  "price_min",
  "price_max",
  "currency",
  "rating",
  "distance_km",
  "open_now",
  ORDER_TYPE_PARAM,
  "near",
  "latitude",
  "longitude",
  "area",
  "date",
  "until",
  "time",
  "adults",
  "children",
  "sort",
] as const;

const KEY = /^[a-z0-9_]{1,40}$/;
const WHOLE = /^\d+$/;
const PRICE = /^\d+(\.\d{1,2})?$/;
export const MAX_QUERY = 100;
const MAX_PRICE = 1_000_000;
const MAX_DISTANCE = 500;
export const MAX_PARTY = 50;

/** Days from today in which a search may look, and the longest stay, as on the server. */
const DAYS_AHEAD = 730;
const MAX_STAY = 30;

const today = () => dateIn(viewerZone(), Date.now());

/** Reads the filters of an address. Values that make no sense are ignored, such as a day that is over. */
export function readFilters(params: URLSearchParams, now = today()): Filters {
  const near = readNear(params);
  const date = readWithin(params.get("date"), now, DAYS_AHEAD);
  const until = date && readWithin(params.get("until"), date, MAX_STAY);
  const adults = readNumber(params.get("adults"), 1, MAX_PARTY);
  return {
    q: (params.get("q") ?? "").trim().slice(0, MAX_QUERY),
    category: readKey(params.get("category")),
    subcategory: readKey(params.get("subcategory")),
    features: sortedKeys((params.get("features") ?? "").split(",")),
    details: sortedDetails((params.get("details") ?? "").split(",")).slice(0, MAX_DETAILS),
    priceMin: readNumber(params.get("price_min"), 0, MAX_PRICE, PRICE),
    priceMax: readNumber(params.get("price_max"), 0, MAX_PRICE, PRICE),
    currency: CURRENCIES.find((code) => code === params.get("currency")) ?? DEFAULT_CURRENCY,
    rating: RATINGS.find((tenths) => String(tenths) === params.get("rating")) ?? null,
    distance: near && readNumber(params.get("distance_km"), 1, MAX_DISTANCE),
    openNow: params.get("open_now") === "true",
    orderType: readOrderType(params),
    near,
    area: readArea(params.get("area")),
    date,
    until: until === date ? null : until,
    time: date ? readPart(params.get("time")) : null,
    adults,
    children: (adults && readNumber(params.get("children"), 0, MAX_PARTY)) ?? 0,
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
  const { near, sort, area, date, adults, children } = filters;
  return {
    q: filters.q.trim(),
    category: filters.category,
    subcategory: filters.subcategory,
    features: sortedKeys(filters.features).join(","),
    details: sortedDetails(filters.details).join(","),
    price_min: number(filters.priceMin),
    price_max: number(filters.priceMax),
    currency: filters.currency === DEFAULT_CURRENCY ? null : filters.currency,
    rating: number(filters.rating),
    distance_km: near ? number(filters.distance) : null,
    open_now: filters.openNow ? "true" : null,
    order_type: filters.orderType,
    near: near?.label ?? null,
    latitude: number(near?.latitude),
    longitude: number(near?.longitude),
    area: area && writeArea(area),
    date,
    until: date && filters.until,
    time: date && filters.time,
    adults: number(adults),
    children: adults && children > 0 ? number(children) : null,
    sort: sort === NO_FILTERS.sort ? null : sort,
  };
}

/** Reads a date that is at most so many days after another. */
function readWithin(value: string | null, first: string, days: number): string | null {
  const date = readDay(value);
  return date && date >= first && daysBetween(first, date) <= days ? date : null;
}

const readPart = (value: string | null): PartOfDay | null =>
  PARTS_OF_DAY.find(({ key }) => key === value)?.key ?? null;

const readKey = (value: string | null): string | null => (value && KEY.test(value) ? value : null);

const sortedKeys = (keys: readonly string[]): string[] =>
  [...new Set(keys.filter((key) => KEY.test(key)))].sort();

function readNumber(value: string | null, min: number, max: number, pattern = WHOLE): number | null {
  if (!value || !pattern.test(value)) return null;
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

/** The change to another category, which has other details. */
export const otherCategory = (
  category: string | null,
  subcategory: string | null = null,
): Partial<Filters> => ({
  category,
  subcategory,
  details: [],
});

/** Applies a change. Distances need a place, times and departures a day. Another place, or another distance, is another area. */
export function changeFilters(filters: Filters, change: Partial<Filters>): Filters {
  const next = { ...filters, ...change };
  if (("near" in change || "distance" in change) && !("area" in change)) next.area = null;
  if (!next.date) Object.assign(next, { until: null, time: null });
  if (next.adults === null) next.children = 0;
  if (next.near) return next;
  return { ...next, distance: null, sort: next.sort === "distance" ? NO_FILTERS.sort : next.sort };
}
