import type { Topic } from "@/live";
import { latest } from "@/shared/orders/order";
import type { Order } from "@/shared/orders/types";
import { isOnBoard } from "./board";

export interface OrderChange {
  seq: number;
  order: Order;
  isNew: boolean;
}

export interface LiveOrders {
  /** Orders that the company works on, the oldest first. */
  open: readonly Order[];
  /** Older ones may be open too: the snapshot has no room for them. */
  older: boolean;
  /** Latest changes, oldest first. */
  changes: readonly OrderChange[];
  /** Number of snapshots. Each may hide missed changes. */
  snapshots: number;
}

const CHANGES_KEPT = 20;

interface Snapshot {
  orders?: Order[];
  older_orders?: boolean;
}

interface OrderEvent {
  type: "order";
  order: Order;
}

/** Part of the stream `orders:{company}` with the orders. */
export const ordersTopic: Topic<LiveOrders> = {
  snapshot: (data, before) => ({
    open: (data as Snapshot).orders ?? [],
    older: (data as Snapshot).older_orders ?? false,
    changes: before?.changes ?? [],
    snapshots: (before?.snapshots ?? 0) + 1,
  }),
  event(state, event, seq) {
    const { type, order } = event as OrderEvent;
    if (type !== "order") return state;
    const isNew = order.state === "new" && !state.open.some(({ id }) => id === order.id);
    return {
      ...state,
      open: withOrder(state.open, order),
      changes: [...state.changes, { seq, order, isNew }].slice(-CHANGES_KEPT),
    };
  },
};

/** Puts an order in its place. A version older than the known one changes nothing. */
export function withOrder(open: readonly Order[], changed: Order): readonly Order[] {
  const known = open.find(({ id }) => id === changed.id);
  const order = latest(known, changed);
  if (order === known) return open;
  const rest = open.filter(({ id }) => id !== order.id);
  if (!isOnBoard(order)) return rest;
  return [...rest, order].sort((a, b) => a.id - b.id);
}

/** Changes after `seen`, the latest of each order. */
export function orderChangesSince(
  changes: readonly OrderChange[],
  seen: OrderChange | undefined,
): OrderChange[] {
  const after = seen === undefined ? changes : changes.slice(changes.indexOf(seen) + 1);
  return [...new Map(after.map((change) => [change.order.id, change])).values()];
}

/** Orders of a page of older ones. */
export const OLDER_PAGE = 100;

/** Returns the time before which the page after `page` begins. Undefined: that was the last one. */
export function nextOlder(page: readonly Order[], before: string | undefined): string | undefined {
  const last = page.at(-1);
  if (!last || page.length < OLDER_PAGE) return undefined;
  // Orders of the same moment may be on both pages.
  const next = new Date(Date.parse(last.created_at) + 1).toISOString();
  return next === before ? last.created_at : next;
}

/** Returns the latest version of each order that is on the board, the oldest first. */
export function mergeOrders(...lists: readonly (readonly Order[])[]): readonly Order[] {
  const merged = new Map<number, Order>();
  for (const order of lists.flat()) merged.set(order.id, latest(merged.get(order.id), order));
  return [...merged.values()].filter(isOnBoard).sort((a, b) => a.id - b.id);
}
