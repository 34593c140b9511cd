import { expect, test } from "vitest";
import { nextStates } from "./actions";

const START = Date.parse("2026-12-01T19:00:00Z");
const booking = { state: "confirmed", starts_at: new Date(START).toISOString() } as const;
const HOUR = 3_600_000;

test("guests are checked in from twelve hours before the start", () => {
  expect(nextStates(booking, START - 12 * HOUR - 1)).toEqual(["cancelled_by_company"]);
  expect(nextStates(booking, START - 12 * HOUR)).toEqual(["checked_in", "cancelled_by_company"]);
});

test("guests can be missed from the start on", () => {
  expect(nextStates(booking, START - 1)).not.toContain("no_show");
  expect(nextStates(booking, START)).toEqual(["checked_in", "completed", "no_show", "cancelled_by_company"]);
});

test("a request can be answered at any time", () => {
  const request = { ...booking, state: "awaiting_company" } as const;
  expect(nextStates(request, START - 1000 * HOUR)).toEqual(["confirmed", "declined"]);
});
