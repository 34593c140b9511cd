import { expect, test } from "vitest";
import { anOrder } from "@/test/orders";
import type { Reservation } from "../../reservations/types";
import {
  ageMinutes,
  bulkSteps,
  type Column,
  daysOf,
  isOnBoard,
  promiseTimes,
  reservationsByColumn,
  stepsOf,
  timeIn,
  urgencyOf,
} from "./board";

const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`);

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

test("reservations of today stand in the column of their state", () => {
  const one = (id: number, state: string, starts: string, ends: string) =>
    ({ id, state, starts_at: `2026-11-${starts}:00Z`, ends_at: `2026-11-${ends}:00Z` }) as Reservation;
  const all = [
    one(1, "confirmed", "22T19:00", "22T21:00"),
    one(2, "awaiting_company", "22T20:00", "22T21:00"),
    one(3, "confirmed", "23T00:30", "23T02:00"),
    one(4, "checked_in", "21T22:00", "22T11:00"),
    one(5, "confirmed", "21T19:00", "21T21:00"),
    one(6, "completed", "22T08:00", "22T09:00"),
  ];
  const ids = (zone: string, column: Column) =>
    reservationsByColumn(all, zone, at("10:00"))[column].map(({ id }) => id);
  expect(ids("UTC", "accepted")).toEqual([1]);
  expect(ids("America/New_York", "accepted")).toEqual([1, 3]);
  expect(ids("UTC", "new")).toEqual([2]);
  expect(ids("UTC", "processing")).toEqual([4]);
  expect(ids("UTC", "ready")).toEqual([]);
});

test("several orders take the steps that are open to some of them", () => {
  const orders = [
    anOrder({ id: 1 }),
    anOrder({ id: 2, state: "ready", next: ["en_route", "fulfilled", "cancelled"] }),
    anOrder({ id: 3, state: "accepted", next: ["processing", "ready", "fulfilled", "cancelled"] }),
  ];
  const steps = bulkSteps(orders).map(({ state, orders: of }) => [state, ...of.map(({ id }) => id)]);
  expect(steps).toEqual([
    ["accepted", 1],
    ["processing", 3],
    ["ready", 3],
    ["fulfilled", 2, 3],
  ]);
});

test("an order of bookings alone is not on the board", () => {
  expect(isOnBoard(anOrder())).toBe(true);
  expect(isOnBoard(anOrder({ lines: [] }))).toBe(false);
  expect(isOnBoard(anOrder({ state: "fulfilled" }))).toBe(false);
});

test("an order that takes a day or more is promised in days", () => {
  const minutes = promiseTimes(anOrder());
  expect([minutes[0], daysOf(10)]).toEqual([10, null]);
  const days = promiseTimes(anOrder({ promised_at: "2026-11-25T19:00:00Z" }));
  expect(days.map(daysOf)).toEqual([1, 2, 3, 5]);
});

test("an acceptance promises a time in minutes", () => {
  expect(timeIn(20, at("10:00"))).toBe("2026-11-22T10:20:00.000Z");
});
