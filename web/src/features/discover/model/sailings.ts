import { plusDays } from "@/shared/booking/model/dates";
import type { SailingQuery } from "../api";
import { readDay } from "./day";

const PORT = /^[A-Z]{2}[A-Z0-9]{3}$/;
const KEY = /^[a-z_]{1,30}$/;
const NIGHTS = /^\d{1,3}-\d{1,3}$/;
const PRICE = /^\d{1,6}(\.\d{1,2})?$/;

/** Maximum people of a party. */
export const PARTY_MAX = 12;
export const SAILING_SORTS = ["relevance", "price", "price_desc", "rating"] as const;

const FIELDS = [
  "q",
  "destination",
  "departure",
  "call",
  "date",
  "until",
  "nights",
  "people",
  "price",
  "facilities",
  "sort",
] as const;

/** Reads the search for cruises of an address. Values that make no sense are ignored. */
export function readSailingQuery(params: URLSearchParams): SailingQuery {
  const people = Number(params.get("people"));
  const date = readDay(params.get("date")) ?? undefined;
  const until = readDay(params.get("until")) ?? undefined;
  const facilities = (params.get("facilities") ?? "").split(",").filter((key) => KEY.test(key));
  return {
    q: params.get("q")?.slice(0, 200) || undefined,
    destination: matching(params.get("destination"), PORT),
    departure: matching(params.get("departure"), PORT),
    call: matching(params.get("call"), PORT),
    date,
    until: latestIn(date, until),
    nights: matching(params.get("nights"), NIGHTS),
    people: Number.isInteger(people) && people >= 1 && people <= PARTY_MAX ? people : undefined,
    price: Number(matching(params.get("price"), PRICE)) || undefined,
    facilities: facilities.length > 0 ? facilities : undefined,
    sort: SAILING_SORTS.find((sort) => sort === params.get("sort")),
  };
}

const matching = (value: string | null, pattern: RegExp) =>
  value && pattern.test(value) ? value : undefined;

/** Days that a search covers from its first. The server takes no more. */
export const RANGE_DAYS = 30;

/** Last day that a search from a day may name. */
export const lastDayFrom = (date: string): string => plusDays(date, RANGE_DAYS);

/** Bounds the last day of a search. A day before the first makes no sense. */
function latestIn(date: string | undefined, until: string | undefined): string | undefined {
  if (!date || !until || until < date) return undefined;
  const last = lastDayFrom(date);
  return until < last ? until : last;
}

/** Writes the search for cruises into an address. */
export function writeSailingQuery(params: URLSearchParams, query: SailingQuery): URLSearchParams {
  const next = new URLSearchParams(params);
  const bounded = { ...query, until: latestIn(query.date, query.until) };
  for (const name of FIELDS) {
    const value = bounded[name]?.toString();
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Translates the search into the parameters of the server. Prices are in units of the currency. */
export function sailingParams(query: SailingQuery, currency: string, minorUnits: number) {
  const { nights, people, price, facilities, date, until, ...rest } = query;
  const [nights_min, nights_max] = nights?.split("-").map(Number) ?? [];
  return {
    ...rest,
    date,
    until: date && (until ?? lastDayFrom(date)),
    nights_min,
    nights_max,
    adults: people,
    facilities: facilities?.join(","),
    ...(price !== undefined && { price_max: Math.round(price * minorUnits), currency }),
  };
}
