import type { ReservationState } from "../types";
import { instant, isDate, plusDays } from "./dates";

/** States of each tab, in the order of the tabs. An empty list is all. */
export const TABS = {
  all: [],
  awaiting: ["awaiting_company"],
  confirmed: ["confirmed", "checked_in", "completed"],
  cancelled: ["cancelled_by_user", "cancelled_by_company", "declined", "no_show"],
} as const satisfies Record<string, readonly ReservationState[]>;

export type Tab = keyof typeof TABS;

export const TAB_KEYS = Object.keys(TABS) as Tab[];

export interface Filters {
  tab: Tab;
  query: string;
  /** First date. Null for any. */
  from: string | null;
  /** Last date. Null for any. */
  to: string | null;
  /** Null for the page that holds today if the list is of any date, else for the first. */
  page: number | null;
}

/** Value of `from` in the address that lists past reservations as well. */
export const ANY_DATE = "any";
export const QUERY_MAX = 100;

/** Reads the filters of an address. The list begins today unless the address says otherwise. */
export function filtersOf(search: URLSearchParams, today: string): Filters {
  const tab = search.get("tab");
  const from = search.get("from");
  const to = search.get("to");
  const page = Math.trunc(Number(search.get("page")));
  return {
    tab: TAB_KEYS.find((key) => key === tab) ?? "all",
    query: (search.get("q") ?? "").slice(0, QUERY_MAX),
    from: isDate(from) ? from : from === ANY_DATE ? null : today,
    to: isDate(to) ? to : null,
    page: page >= 1 ? page : null,
  };
}

/** Changes filters in an address. A default is left out, and another filter leaves its page. */
export function withFilters(
  search: URLSearchParams,
  change: Partial<Filters>,
  today: string,
): URLSearchParams {
  const next = new URLSearchParams(search);
  const { tab, query, from, to, page } = { ...filtersOf(search, today), page: null, ...change };
  const write = (key: string, value: string | null) =>
    value === null ? next.delete(key) : next.set(key, value);
  write("tab", tab === "all" ? null : tab);
  write("q", query || null);
  write("from", from === null ? ANY_DATE : from === today ? null : from);
  write("to", to);
  write("page", page === null ? null : String(page));
  return next;
}

/** Query of the list without its page. */
export function selectionOf({ tab, query, from, to }: Omit<Filters, "page">, zone: string) {
  return {
    ...(TABS[tab].length > 0 && { state: TABS[tab].join(",") }),
    ...(from && { from: instant(zone, from) }),
    ...(to && { to: instant(zone, plusDays(to, 1)) }),
    ...(query.trim() && { query: query.trim() }),
  };
}
