import { expect, test } from "vitest";
import { anOrder } from "@/test/orders";
import { ageMinutes, byColumn, stepsOf, timeIn, urgencyOf } from "./board";

const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`);

test("columns group by state with the most urgent first", () => {
  const columns = byColumn([
    anOrder({ id: 1, promised_at: "2026-11-22T11:00:00Z" }),
    anOrder({ id: 2, promised_at: "2026-11-22T10:20:00Z" }),
    anOrder({ id: 3, state: "ready" }),
    anOrder({ id: 4, state: "fulfilled" }),
  ]);
  expect(columns.new.map(({ id }) => id)).toEqual([2, 1]);
  expect(columns.ready.map(({ id }) => id)).toEqual([3]);
  expect(columns.processing).toEqual([]);
});

test("the age counts from the placement", () => {
  const order = anOrder({ created_at: "2026-11-22T09:00:00Z" });
  expect(ageMinutes(order, at("10:07"))).toBe(7);
  expect(ageMinutes(order, at("09:59"))).toBe(0);
});

test.each([
  ["10:05", "calm"],
  ["10:16", "warm"],
  ["10:26", "soon"],
  ["10:30", "late"],
])("an accepted order at %s is %s", (now, urgency) => {
  expect(urgencyOf(anOrder({ state: "accepted" }), at(now))).toBe(urgency);
});

test.each([
  ["10:02", "calm"],
  ["10:03", "warm"],
  ["10:06", "soon"],
  ["10:10", "late"],
])("a new order without an answer at %s is %s", (now, urgency) => {
  const order = anOrder({ promised_at: "2026-11-22T12:00:00Z" });
  expect(urgencyOf(order, at(now))).toBe(urgency);
});

test("a new order for later stays calm", () => {
  const later = "2026-11-22T18:00:00Z";
  expect(urgencyOf(anOrder({ scheduled_at: later, promised_at: later }), at("10:40"))).toBe("calm");
});

test("only a delivery is sent out", () => {
  const next = ["ready", "en_route", "fulfilled", "cancelled"] as const;
  expect(stepsOf({ next: [...next], fulfilment: "collect" })).toEqual(["ready", "fulfilled"]);
  expect(stepsOf({ next: [...next], fulfilment: "delivery" })).toEqual(["ready", "en_route", "fulfilled"]);
});

test("an acceptance promises a time in minutes", () => {
  expect(timeIn(20, at("10:00"))).toBe("2026-11-22T10:20:00.000Z");
});
