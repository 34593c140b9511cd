import { expect, test } from "vitest";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { COLUMNS } from "./board";
import { groupAfter } from "./columns";

const group = (orders: readonly Order[]) => groupAfter(undefined, orders);
const at = (minutes: number) => new Date(Date.parse("2026-11-22T10:00:00Z") + minutes * 60_000).toISOString();

test("columns group by state with the most urgent first", () => {
  const columns = group([
    anOrder({ id: 1, promised_at: "2026-11-22T11:00:00Z" }),
    anOrder({ id: 2, promised_at: "2026-11-22T10:20:00Z" }),
    anOrder({ id: 3, state: "ready" }),
    anOrder({ id: 4, state: "fulfilled" }),
  ]).columns;
  expect(columns.new.map(({ id }) => id)).toEqual([2, 1]);
  expect(columns.ready.map(({ id }) => id)).toEqual([3]);
  expect(columns.processing).toEqual([]);
});

/** Orders in all columns, a third of them due at the same minute as another. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    anOrder({ id: index + 1, state: COLUMNS[index % 5], promised_at: at((index * 7) % 30) }),
  );

test("changes that are sorted in give what grouping anew gives", () => {
  let grouped = group(many(60));
  for (let step = 0; step < 200; step += 1) {
    const id = 1 + ((step * 17) % 80);
    const changed = anOrder({ id, state: COLUMNS[(step * 3) % 5], promised_at: at((step * 11) % 40) });
    const others = grouped.orders.filter((order) => order.id !== id);
    const orders = step % 4 === 0 ? others : [...others, changed].sort((a, b) => a.id - b.id);
    grouped = groupAfter(grouped, orders);
    expect(grouped.columns).toEqual(group(orders).columns);
  }
});

test("a column without a change stays the same array", () => {
  const orders = many(60);
  const before = group(orders);
  const accepted = orders.map((order) => (order.id === 1 ? anOrder({ ...order, state: "accepted" }) : order));
  const { columns } = groupAfter(before, accepted);
  const same = COLUMNS.filter((column) => columns[column] === before.columns[column]);
  expect(same).toEqual(["processing", "ready", "en_route"]);
});

test("many changes group all orders again", () => {
  const before = group(many(10));
  const orders = many(500);
  expect(groupAfter(before, orders)).toEqual(group(orders));
});
