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
  /** Latest changes, oldest first. */
  changes: readonly OrderChange[];
  /** Number of snapshots. Each may hide missed changes. */
  snapshots: number;
}

const CHANGES_KEPT = 20;

interface OrderEvent {
  type: "order";
  order: Order;
}

/** Part of the stream `orders:{company}` with the orders. */
export const ordersTopic: Topic<LiveOrders> = {
  snapshot: (data, before) => ({
    open: (data as { orders?: Order[] }).orders ?? [],
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
