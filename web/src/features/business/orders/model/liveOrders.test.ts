import { expect, test } from "vitest";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { type CompanyLive, companyTopic } from "../../live/companyTopic";
import {
  type LiveOrders,
  nextOlder,
  OLDER_PAGE,
  orderChangesSince,
  ordersTopic,
  withOlder,
  withOrder,
} from "./liveOrders";

const start = (...orders: Order[]) => ordersTopic.snapshot({ orders }, undefined);
const after = (state: LiveOrders, order: Order, seq = 1) =>
  ordersTopic.event(state, { type: "order", order }, seq) as LiveOrders;
/** Orders of a snapshot that has no room for older ones. */
const partial = (...orders: Order[]) => ordersTopic.snapshot({ orders, older_orders: true }, undefined);
const ids = ({ open }: LiveOrders) => open.map(({ id }) => id);
const later = "2026-11-22T10:05:00Z";

test("a new order takes its place by age", () => {
  const state = after(start(anOrder({ id: 3 })), anOrder({ id: 2 }));
  expect(ids(state)).toEqual([2, 3]);
  expect(state.changes.map(({ isNew }) => isNew)).toEqual([true]);
});

test("a change replaces the order and is not new", () => {
  const state = after(start(anOrder()), anOrder({ state: "accepted", changed_at: later }));
  expect(state.open.map(({ state: to }) => to)).toEqual(["accepted"]);
  expect(state.changes.map(({ isNew }) => isNew)).toEqual([false]);
});

test("a closed order leaves the board", () => {
  const state = after(start(anOrder()), anOrder({ state: "fulfilled", changed_at: later }));
  expect(ids(state)).toEqual([]);
});

test("an older version changes nothing", () => {
  const state = start(anOrder({ state: "accepted", changed_at: later }));
  expect(withOrder(state, anOrder())).toBe(state);
});

test("the latest change of each order follows the last seen", () => {
  const first = after(start(), anOrder({ id: 1 }), 1);
  const second = after(after(first, anOrder({ id: 1, state: "accepted" }), 2), anOrder({ id: 2 }), 3);
  const seqs = orderChangesSince(second.changes, first.changes.at(-1)).map(({ seq }) => seq);
  expect(seqs).toEqual([2, 3]);
});

test("orders and reservations share one stream", () => {
  const state = companyTopic.snapshot({ orders: [anOrder()], reservations: [] }, undefined);
  const event = { type: "order", order: anOrder({ id: 9 }) };
  const next = companyTopic.event(state, event, 1) as CompanyLive;
  expect(ids(next.orders)).toEqual([1, 9]);
  expect(next.reservations).toBe(state.reservations);
});

test("the next page of older orders begins at the last one", () => {
  const page = Array.from({ length: OLDER_PAGE }, (_, at) =>
    anOrder({ id: OLDER_PAGE - at, created_at: "2026-11-22T10:00:00Z" }),
  );
  expect(nextOlder(page, undefined)).toBe("2026-11-22T10:00:00.001Z");
  expect(nextOlder(page, "2026-11-22T10:00:00.001Z")).toBe("2026-11-22T10:00:00Z");
  expect(nextOlder(page.slice(1), undefined)).toBeUndefined();
});

test("older orders and live ones are shown once, each in its latest version", () => {
  const older = [anOrder({ id: 1 }), anOrder({ id: 2 }), anOrder({ id: 3, lines: [] })];
  const live = withOrder(
    partial(anOrder({ id: 4 })),
    anOrder({ id: 2, state: "accepted", changed_at: later }),
  );
  expect(withOlder(live, older).map(({ id, state }) => [id, state])).toEqual([
    [1, "new"],
    [2, "accepted"],
    [4, "new"],
  ]);
});

test("an order that left the board while its page was read stays away", () => {
  const live = after(partial(anOrder({ id: 4 })), anOrder({ id: 1, state: "fulfilled", changed_at: later }));
  expect(withOlder(live, [anOrder({ id: 1 })]).map(({ id }) => id)).toEqual([4]);
  expect(withOrder(live, anOrder({ id: 1 }))).toBe(live);
  const again = ordersTopic.snapshot({ orders: [anOrder({ id: 4 })], older_orders: true }, live);
  expect(withOlder(again, [anOrder({ id: 1 })]).map(({ id }) => id)).toEqual([4]);
});

test("a change of an older order is not a new order", () => {
  const state = after(partial(anOrder({ id: 4 })), anOrder({ id: 2, changed_at: later }));
  expect(ids(state)).toEqual([2, 4]);
  expect(state.changes.map(({ isNew }) => isNew)).toEqual([false]);
});

test("the oldest order is that of the snapshot, whichever changes", () => {
  const state = after(partial(anOrder({ id: 4 })), anOrder({ id: 2, changed_at: later }));
  expect(state.oldest?.id).toBe(4);
});
