import { expect, test } from "vitest";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { type CompanyLive, companyTopic } from "../../live/companyTopic";
import {
  boardOrders,
  CHANGES_KEPT,
  type LiveOrders,
  nextOlder,
  OLDER_PAGE,
  orderChangesSince,
  ordersTopic,
  withOlder,
  withOrder,
  withUnconfirmed,
} from "./liveOrders";

const start = (...orders: Order[]) => ordersTopic.snapshot({ orders }, undefined);
const after = (state: LiveOrders, order: Order, seq = 1) =>
  ordersTopic.event(state, { type: "order", order }, seq) as LiveOrders;
/** Orders of a snapshot that has no room for older ones. */
const partial = (...orders: Order[]) => ordersTopic.snapshot({ orders, older_orders: true }, undefined);
const ids = ({ open }: LiveOrders) => open.map(({ id }) => id);
const isNew = ({ changes }: LiveOrders) => changes.map(({ before }) => before === null);
const later = "2026-11-22T10:05:00Z";

test("a new order takes its place by age", () => {
  const state = after(start(anOrder({ id: 3 })), anOrder({ id: 2 }));
  expect(ids(state)).toEqual([2, 3]);
  expect(isNew(state)).toEqual([true]);
});

test("a change replaces the order and is not new", () => {
  const state = after(start(anOrder()), anOrder({ state: "accepted", changed_at: later }));
  expect(state.open.map(({ state: to }) => to)).toEqual(["accepted"]);
  expect(isNew(state)).toEqual([false]);
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
  const first = after(start(), anOrder({ id: 1 }));
  const accepted = anOrder({ id: 1, state: "accepted", changed_at: later });
  const state = after(after(after(first, anOrder({ id: 2 })), accepted), { ...accepted, state: "ready" });
  const fresh = orderChangesSince(state, first.changeCount);
  expect(fresh?.map(({ order, before }) => [order.id, order.state, before?.state])).toEqual([
    [2, "new", undefined],
    [1, "ready", "new"],
  ]);
  expect(orderChangesSince(state, state.changeCount)).toEqual([]);
});

test("changes that were not kept are known to be missing", () => {
  let state = start();
  for (let id = 1; id <= CHANGES_KEPT + 1; id += 1) state = after(state, anOrder({ id }));
  expect(state.changes).toHaveLength(CHANGES_KEPT);
  expect(orderChangesSince(state, 1)).toHaveLength(CHANGES_KEPT);
  expect(orderChangesSince(state, 0)).toBeNull();
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
  expect(withOlder(live, boardOrders(older)).map(({ id, state }) => [id, state])).toEqual([
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
  expect(isNew(state)).toEqual([false]);
});

test("the oldest order is that of the snapshot, whichever changes", () => {
  const state = after(partial(anOrder({ id: 4 })), anOrder({ id: 2, changed_at: later }));
  expect(state.oldest?.id).toBe(4);
});

test("an older order that was paid late is new", () => {
  expect(isNew(after(partial(anOrder({ id: 4 })), anOrder({ id: 2 })))).toEqual([true]);
});

test("pages of older orders show each once, the oldest first", () => {
  const pages = [anOrder({ id: 3 }), anOrder({ id: 2 }), anOrder({ id: 2 }), anOrder({ id: 1, lines: [] })];
  expect(boardOrders(pages).map(({ id }) => id)).toEqual([2, 3]);
});

test("orders that come and go leave nothing behind", () => {
  let state = partial(anOrder({ id: 100 }));
  for (let id = 101; id < 400; id += 1) {
    state = after(after(state, anOrder({ id })), anOrder({ id, state: "fulfilled", changed_at: later }));
  }
  expect(ids(state)).toEqual([100]);
  expect(state.left.size).toBe(0);
  expect(state.changes).toHaveLength(CHANGES_KEPT);
});

test("orders that left long ago are forgotten at the next snapshots", () => {
  let state = partial(anOrder({ id: 100 }));
  for (let round = 0; round < 5; round += 1) {
    for (let id = 1; id <= 10; id += 1) {
      const closed = { id: round * 10 + id, state: "fulfilled", changed_at: later } as const;
      state = after(state, anOrder(closed));
    }
    state = ordersTopic.snapshot({ orders: [anOrder({ id: 100 })], older_orders: true }, state);
    expect(state.left.size).toBe(10);
  }
});

test("an unconfirmed step is shown and taken back", () => {
  const before = anOrder({ id: 2 });
  const first = start(anOrder({ id: 1 }), before);
  const shown = withUnconfirmed(first, { ...before, state: "fulfilled", next: [] });
  expect(shown.open.map(({ state }) => state)).toEqual(["new", "fulfilled"]);
  expect(withUnconfirmed(shown, before).open).toEqual(first.open);
});

test("a version of the server is not taken back", () => {
  const before = anOrder();
  const shown = withUnconfirmed(start(before), { ...before, state: "accepted" });
  const state = after(shown, anOrder({ state: "ready", changed_at: later }));
  expect(withUnconfirmed(state, before)).toBe(state);
  const gone = after(shown, anOrder({ state: "cancelled", changed_at: later }));
  expect(withUnconfirmed(gone, before)).toBe(gone);
});

test("an unconfirmed step of an older order is shown", () => {
  const state = withUnconfirmed(partial(anOrder({ id: 4 })), anOrder({ id: 2, state: "accepted" }));
  expect(withOlder(state, [anOrder({ id: 2 })]).map(({ state: to }) => to)).toEqual(["accepted", "new"]);
});
