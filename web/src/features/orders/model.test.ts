import { expect, test } from "vitest";
import { latest } from "@/shared/orders/order";
import { anOrder } from "@/test/orders";
import { orderTopic } from "./hooks/orderTopic";
import { progressOf } from "./model";

const accepted = anOrder({ state: "accepted", changed_at: "2026-11-22T10:05:00Z" });

test("the later version of an order wins", () => {
  expect(latest(undefined, accepted)).toBe(accepted);
  expect(latest(anOrder(), accepted)).toBe(accepted);
  expect(latest(accepted, anOrder())).toBe(accepted);
});

test("the stream of an order keeps its latest version", () => {
  const known = orderTopic.snapshot({ order: accepted }, undefined);
  expect(orderTopic.event(known, { type: "order", order: anOrder() }, 1)).toBe(accepted);
  expect(orderTopic.event(known, { type: "other" }, 2)).toBe(accepted);
});

test("the progress of a collected order ends ready at the company", () => {
  const steps = progressOf(accepted);
  expect(steps.map(({ state }) => state)).toEqual(["new", "accepted", "processing", "ready", "fulfilled"]);
  expect(steps.map(({ phase }) => phase)).toEqual(["done", "now", "open", "open", "open"]);
});

test("the progress of a delivery passes the road", () => {
  const steps = progressOf(anOrder({ fulfilment: "delivery" }));
  expect(steps.map(({ state }) => state)).toContain("en_route");
});

test("the progress of bookings has no preparation", () => {
  const steps = progressOf(anOrder({ state: "accepted", lines: [] }));
  expect(steps.map(({ state }) => state)).toEqual(["new", "accepted", "fulfilled"]);
});

test("a canceled order has no progress", () => {
  expect(progressOf(anOrder({ state: "cancelled" }))).toEqual([]);
});
