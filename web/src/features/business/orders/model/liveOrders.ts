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
  /** Orders older than `oldest` may be open too: the snapshot has no room for them. */
  older: boolean;
  /** Oldest order of the snapshot. */
  oldest: Order | undefined;
  /** Orders that have left the board while the snapshot had no room for all. */
  left: ReadonlySet<number>;
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
    oldest: (data as Snapshot).orders?.[0],
    left: ((data as Snapshot).older_orders && before?.left) || new Set(),
    changes: before?.changes ?? [],
    snapshots: (before?.snapshots ?? 0) + 1,
  }),
  event(state, event, seq) {
    const { type, order } = event as OrderEvent;
    if (type !== "order") return state;
    const isNew =
      order.state === "new" && !isOlder(state, order) && !state.open.some(({ id }) => id === order.id);
    return {
      ...withOrder(state, order),
      changes: [...state.changes, { seq, order, isNew }].slice(-CHANGES_KEPT),
    };
  },
};

const isOlder = ({ older, oldest }: LiveOrders, { id }: Order) =>
  older && oldest !== undefined && id < oldest.id;

/** Puts an order in its place. A version older than the known one changes nothing. */
export function withOrder(state: LiveOrders, changed: Order): LiveOrders {
  const known = state.open.find(({ id }) => id === changed.id);
  const order = latest(known, changed);
  // No state of an order leads back to the board.
  if (order === known || state.left.has(order.id)) return state;
  const rest = state.open.filter(({ id }) => id !== order.id);
  if (isOnBoard(order)) return { ...state, open: [...rest, order].sort((a, b) => a.id - b.id) };
  // A page of older orders may hold the version before.
  const left = state.older ? new Set(state.left).add(order.id) : state.left;
  return { ...state, open: rest, left };
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

/** Returns the open orders, with the older ones that were read. Each is in its latest version, the oldest first. */
export function withOlder({ open, left }: LiveOrders, older: readonly Order[]): readonly Order[] {
  const all = new Map<number, Order>();
  for (const order of older) if (isOnBoard(order) && !left.has(order.id)) all.set(order.id, order);
  for (const order of open) all.set(order.id, latest(all.get(order.id), order));
  return [...all.values()].sort((a, b) => a.id - b.id);
}
