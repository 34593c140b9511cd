import { describe, expect, test } from "vitest";
import {
  datesFrom,
  daysBetween,
  formatDate,
  lastOfMonth,
  plusDays,
  plusMonths,
  weekdayOf,
  weeksOf,
} from "./dates";

describe("dates", () => {
  test.each([
    ["2026-11-30", 1, "2026-12-01"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2026-03-29", 1, "2026-03-30"],
  ])("%s plus %i days is %s", (date, days, expected) => expect(plusDays(date, days)).toBe(expected));

  test("are counted across a change of clocks", () => {
    expect(daysBetween("2026-10-24", "2026-10-26")).toBe(2);
    expect(datesFrom("2026-12-31", 2)).toEqual(["2026-12-31", "2027-01-01"]);
  });

  test("months follow each other", () => {
    expect(plusMonths("2026-12-01", 1)).toBe("2027-01-01");
    expect(lastOfMonth("2028-02-01")).toBe("2028-02-29");
  });

  test("weekdays count from Monday", () => {
    expect(weekdayOf("2026-11-22")).toBe(7);
    expect(weekdayOf("2026-11-23")).toBe(1);
  });

  test("a month has whole weeks", () => {
    const weeks = weeksOf("2026-11-01", 1);
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
    expect(weeksOf("2026-11-01", 7)[0]?.[0]).toBe("2026-11-01");
    expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  });

  test("are formatted as themselves in every zone", () => {
    expect(formatDate("en", "2026-11-27", { weekday: "long", day: "numeric" })).toContain("27");
  });
});
