import { expect, test } from "vitest";
import { averageOf, barsOf, changeOf, lengthOf, plusDays, scaleOf } from "./series";

test("fills days without orders", () => {
  const bars = barsOf("2026-11-20", "2026-11-22", [
    { day: "2026-11-21", income: 500, orders: 2, bookings: 1 },
  ]);
  expect(bars.map(({ income }) => income)).toEqual([0, 500, 0]);
});

test("gathers the days of a long range without losing any", () => {
  const days = Array.from({ length: 365 }, (_, at) => ({
    day: plusDays("2026-01-01", at),
    income: 1,
    orders: 1,
    bookings: 0,
  }));
  const bars = barsOf("2026-01-01", "2026-12-31", days);
  expect(bars.length).toBeLessThanOrEqual(31);
  expect(bars.reduce((sum, { income }) => sum + income, 0)).toBe(365);
  expect(bars.at(-1)?.to).toBe("2026-12-31");
});

test("counts days over a change of the clock", () => {
  expect(lengthOf("2026-10-24", "2026-10-26")).toBe(3);
  expect(plusDays("2026-10-24", 2)).toBe("2026-10-26");
});

test("chooses round steps that reach the largest value", () => {
  expect(scaleOf(950)).toEqual([0, 250, 500, 750, 1000]);
  expect(scaleOf(0)).toEqual([0, 1]);
  for (const max of [1, 7, 99, 12_345]) expect(scaleOf(max).at(-1)).toBeGreaterThanOrEqual(max);
});

test("compares with an earlier value", () => {
  expect(changeOf(150, 100)).toBe(50);
  expect(changeOf(0, 100)).toBe(-100);
  expect(changeOf(10, 0)).toBeNull();
  expect(averageOf({ income: 1_000, tickets: 3 })).toBe(333);
  expect(averageOf({ income: 0, tickets: 0 })).toBe(0);
});
