import type { Topic } from "@/live";
import { latest } from "@/shared/orders/order";
import type { Order } from "@/shared/orders/types";
import { isOnBoard } from "./board";

export interface OrderChange {
  order: Order;
  /** Version that was known before. Null: the order is new. Undefined: not known. */
  before: Order | null | undefined;
}

export interface LiveOrders {
  /** Orders that the company works on, the oldest first. */
  open: readonly Order[];
  /** Orders older than `oldest` may be open too: the snapshot has no room for them. */
  older: boolean;
  /** Oldest order of the snapshot. */
  oldest: Order | undefined;
  /** Orders older than `oldest` that have left the board, each with the number of the snapshot that was known then. */
  left: ReadonlyMap<number, number>;
  /** Latest changes, oldest first. */
  changes: readonly OrderChange[];
  /** Number of changes so far, of which `changes` holds the last. */
  changeCount: number;
  /** Number of snapshots. Each may hide missed changes. */
  snapshots: number;
}

export const CHANGES_KEPT = 20;

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
  snapshot(data, before) {
    const { orders = [], older_orders = false } = data as Snapshot;
    return {
      open: orders,
      older: older_orders,
      oldest: orders[0],
      left: older_orders && before ? leftSince(before) : new Map(),
      changes: before?.changes ?? [],
      changeCount: before?.changeCount ?? 0,
      snapshots: (before?.snapshots ?? 0) + 1,
    };
  },
  event(state, event) {
    const { type, order } = event as OrderEvent;
    if (type !== "order") return state;
    const known = find(state.open, order.id).known;
    const isNew = !known && isArrival(state, order);
    return {
      ...withOrder(state, order),
      changes: [...state.changes, { order, before: isNew ? null : known }].slice(-CHANGES_KEPT),
      changeCount: state.changeCount + 1,
    };
  },
};

/** Orders that left the board since the last snapshot. The pages of older orders that are shown are no older. */
const leftSince = ({ left, snapshots }: LiveOrders): ReadonlyMap<number, number> =>
  new Map([...left].filter(([, since]) => since === snapshots));

/** Returns true if the snapshot has no room for the order. */
export const isOlder = ({ older, oldest }: LiveOrders, { id }: Order): boolean =>
  older && oldest !== undefined && id < oldest.id;

/** Returns true if the order is new and nobody has seen it before. An older one that was paid late has not changed since. */
export const isArrival = (live: LiveOrders, order: Order): boolean =>
  order.state === "new" && (!isOlder(live, order) || order.changes.at(-1)?.at === order.changed_at);

/** Returns the place of an order among those that are sorted by their id, and the order if it is there. */
function find(orders: readonly Order[], id: number): { at: number; known: Order | undefined } {
  let [at, end] = [0, orders.length];
  while (at < end) {
    const middle = (at + end) >> 1;
    if ((orders[middle]?.id ?? id) < id) at = middle + 1;
    else end = middle;
  }
  const here = orders[at];
  return { at, known: here?.id === id ? here : undefined };
}

/** Puts an order in its place. A version older than the known one changes nothing. */
export function withOrder(state: LiveOrders, changed: Order): LiveOrders {
  const { at, known } = find(state.open, changed.id);
  const order = latest(known, changed);
  // No state of an order leads back to the board.
  if (order === known || state.left.has(order.id)) return state;
  const replaced = known ? 1 : 0;
  if (isOnBoard(order)) return { ...state, open: state.open.toSpliced(at, replaced, order) };
  const open = known ? state.open.toSpliced(at, 1) : state.open;
  // A page of older orders may hold the version before. It holds no others, so a day of orders does not add up here.
  const left = isOlder(state, order) ? new Map(state.left).set(order.id, state.snapshots) : state.left;
  return { ...state, open, left };
}

/** Shows an order as it will be, or as it was. A version that the server has sent since stays. */
export function withUnconfirmed(state: LiveOrders, order: Order): LiveOrders {
  const { at, known } = find(state.open, order.id);
  const isSame = known
    ? known.changed_at === order.changed_at
    : isOlder(state, order) && !state.left.has(order.id);
  return isSame ? { ...state, open: state.open.toSpliced(at, known ? 1 : 0, order) } : state;
}

/** Changes after the first `seen`, the latest of each order. Null if some of them are missing. */
export function orderChangesSince(
  { changes, changeCount }: Pick<LiveOrders, "changeCount" | "changes">,
  seen: number,
): OrderChange[] | null {
  const missed = changeCount - seen;
  if (missed > changes.length) return null;
  const after = new Map<number, OrderChange>();
  for (const { order, before } of missed > 0 ? changes.slice(-missed) : []) {
    const first = after.get(order.id);
    after.set(order.id, { order, before: first ? first.before : before });
  }
  return [...after.values()];
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

/** Returns the orders of pages that belong on the board, each once, the oldest first. */
export const boardOrders = (pages: readonly Order[]): readonly Order[] =>
  [...new Map(pages.filter(isOnBoard).map((order) => [order.id, order])).values()].sort(
    (a, b) => a.id - b.id,
  );

/** Adds the older orders that were read to the open ones. Both lists, and the returned one, have the oldest first. */
export function withOlder(
  { open, left }: Pick<LiveOrders, "left" | "open">,
  older: readonly Order[],
): readonly Order[] {
  const all: Order[] = [];
  let next = 0;
  for (const order of older) {
    for (let known = open[next]; known && known.id < order.id; known = open[next]) {
      all.push(known);
      next += 1;
    }
    const known = open[next];
    if (known?.id === order.id) {
      all.push(latest(order, known));
      next += 1;
    } else if (!left.has(order.id)) all.push(order);
  }
  return all.concat(open.slice(next));
}
