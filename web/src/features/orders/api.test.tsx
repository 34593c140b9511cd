import { type InfiniteData, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import type { Page } from "@/api/pagination";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { orderKeys, showOrder, type Tab } from "./api";

let queries: QueryClient;

const keyOf = (tab: Tab) => [...orderKeys.lists, tab];
const list = (...orders: Order[]): InfiniteData<Page<Order>> => ({
  pages: orders.map((order) => ({ items: [order], more: true, total: orders.length })),
  pageParams: orders.map((_, at) => at + 1),
});
const shown = () =>
  queries
    .getQueryData<InfiniteData<Page<Order>>>(keyOf("active"))
    ?.pages.flatMap(({ items }) => items.map(({ id, state }) => [id, state]));
const stale = () =>
  (["active", "fulfilled", "cancelled"] as const).filter(
    (tab) => queries.getQueryState(keyOf(tab))?.isInvalidated,
  );
const changed = (state: Order["state"]) => anOrder({ id: 2, state, changed_at: "2026-11-22T10:05:00Z" });

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(keyOf("active"), list(anOrder({ id: 1 }), anOrder({ id: 2 })));
  queries.setQueryData(keyOf("fulfilled"), list());
  queries.setQueryData(keyOf("cancelled"), list());
});

test("an order that stays in its list is shown there without a reading", () => {
  showOrder(queries, changed("accepted"), "new");
  expect(shown()).toEqual([
    [1, "new"],
    [2, "accepted"],
  ]);
  expect(stale()).toEqual([]);
});

test("an order that moves on makes both of its lists stale", () => {
  showOrder(queries, changed("fulfilled"), "new");
  expect(stale()).toEqual(["active", "fulfilled"]);
});

test("an older version is not shown", () => {
  showOrder(queries, changed("ready"), "ready");
  showOrder(queries, anOrder({ id: 2 }), "ready");
  expect(shown()?.at(1)).toEqual([2, "ready"]);
});
