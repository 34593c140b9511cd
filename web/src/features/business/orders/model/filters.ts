import type { Order, OrderState } from "@/shared/orders/types";
import { type Sorting, sortingEntries, sortingOf } from "../../list/sort";
import { instant, isDate, plusDays } from "../../reservations/model/dates";
import { COLUMNS } from "./board";

/** States of each status filter, in display order. An empty list is all. `returns` are those that wait for the company. */
export const STATUSES = {
  all: [],
  open: COLUMNS,
  new: ["new"],
  accepted: ["accepted"],
  processing: ["processing"],
  ready: ["ready"],
  en_route: ["en_route"],
  fulfilled: ["fulfilled"],
  cancelled: ["cancelled"],
  returns: [],
} as const satisfies Record<string, readonly OrderState[]>;

export type Status = keyof typeof STATUSES;

export const STATUS_KEYS = Object.keys(STATUSES) as Status[];

export const SORTS = ["placed", "total"] as const;
export type OrderSort = (typeof SORTS)[number];

export interface Filters extends Sorting<OrderSort> {
  status: Status;
  query: string;
  /** First date. Null for any. */
  from: string | null;
  /** Last date. Null for any. */
  to: string | null;
  page: number;
}

export const QUERY_MAX = 100;

/** Reads the filters of an address. */
export function filtersOf(search: URLSearchParams): Filters {
  const status = search.get("status");
  const from = search.get("from");
  const to = search.get("to");
  return {
    status: STATUS_KEYS.find((key) => key === status) ?? "all",
    query: (search.get("q") ?? "").slice(0, QUERY_MAX),
    from: isDate(from) ? from : null,
    to: isDate(to) ? to : null,
    page: Math.max(1, Math.trunc(Number(search.get("page"))) || 1),
    ...sortingOf(search, SORTS),
  };
}

/** Changes filters in an address. A default is left out, and another filter starts at the first page. */
export function withFilters(search: URLSearchParams, change: Partial<Filters>): URLSearchParams {
  const next = new URLSearchParams(search);
  const { status, query, from, to, page, ...sorting } = { ...filtersOf(search), page: 1, ...change };
  const write = (key: string, value: string | null) =>
    value === null ? next.delete(key) : next.set(key, value);
  write("status", status === "all" ? null : status);
  write("q", query || null);
  write("from", from);
  write("to", to);
  write("page", page > 1 ? String(page) : null);
  const { sort, direction } = sortingEntries(sorting, SORTS);
  write("sort", sort || null);
  write("direction", direction || null);
  return next;
}

/** Query of the list. */
export function listQuery({ status, query, from, to, page, sort, direction }: Filters, zone: string) {
  return {
    page,
    sort,
    direction,
    ...(status === "returns" && { waiting_return: true }),
    ...(STATUSES[status].length > 0 && { status: STATUSES[status].join(",") }),
    ...(from && { from: instant(zone, from) }),
    ...(to && { to: instant(zone, plusDays(to, 1)) }),
    ...(query.trim() && { query: query.trim() }),
  };
}

export type ListQuery = ReturnType<typeof listQuery>;

/** States of a return that waits for the company. */
const WAITING: readonly Order["returns"][number]["state"][] = [
  "requested",
  "in_transit",
  "received",
  "inspected",
];

/** Returns true if the order may be on a page of the list. No change of an order changes what its text finds. */
function mayBeListed({ status, from, to, waiting_return }: ListQuery, order: Order): boolean {
  const placed = Date.parse(order.created_at);
  return (
    (!status || status.split(",").includes(order.state)) &&
    (!waiting_return || order.returns.some(({ state }) => WAITING.includes(state))) &&
    (!from || placed >= Date.parse(from)) &&
    (!to || placed < Date.parse(to))
  );
}

/**
 * Returns true if a change of an order may move rows of the list. `before` is its version before. Null: it was on no list.
 * Undefined: it is not known.
 */
export function movesRows(query: ListQuery, before: Order | null | undefined, order: Order): boolean {
  if (before === undefined) return true;
  const wasListed = before !== null && mayBeListed(query, before);
  return wasListed !== mayBeListed(query, order);
}
