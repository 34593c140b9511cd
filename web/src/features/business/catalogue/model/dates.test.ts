import { expect, test } from "vitest";
import { datesBetween, localOf, plusDays, repeated } from "./dates";

test("adds days over the end of a month and keeps the time", () => {
  expect(plusDays("2026-12-30T20:00", 7)).toBe("2027-01-06T20:00");
  expect(plusDays("2028-02-28", 1)).toBe("2028-02-29");
});

test("lists the dates of a range and bounds them", () => {
  expect(datesBetween("2026-12-30", "2027-01-01")).toEqual(["2026-12-30", "2026-12-31", "2027-01-01"]);
  expect(datesBetween("2026-12-30", "2026-12-29")).toEqual([]);
  expect(datesBetween("2026-01-01", "2029-01-01")).toHaveLength(200);
});

test("a weekly repetition keeps the local time over summer time", () => {
  const dates = repeated("2026-03-22T20:00", "2026-03-22T23:00", 7, 2);
  expect(dates).toEqual([
    { starts: "2026-03-22T20:00", ends: "2026-03-22T23:00" },
    { starts: "2026-03-29T20:00", ends: "2026-03-29T23:00" },
  ]);
});

test("shows an instant as local time of a zone", () => {
  expect(localOf("2026-12-24T19:00:00.000Z", "Europe/Madrid")).toBe("2026-12-24T20:00");
});
