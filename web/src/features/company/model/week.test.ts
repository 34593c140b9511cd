import { describe, expect, test } from "vitest";
import type { OpeningHours } from "../types";
import { formatHours, laterExceptions, weekOf } from "./week";

const weekly = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: "09:00", closes: "18:00" }));
const hours: OpeningHours = {
  weekly,
  exceptions: [
    { date: "2026-06-04", hours: [], note: "Holiday" },
    { date: "2026-12-25", hours: [], note: "Christmas" },
  ],
};
// Tuesday evening in UTC is Wednesday in Tokyo.
const now = Date.parse("2026-06-02T20:00:00Z");

describe("weekOf", () => {
  test("starts on Monday and marks today in the zone", () => {
    const week = weekOf(hours, "Asia/Tokyo", now);
    expect(week.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(week.find(({ today }) => today)?.date).toBe("2026-06-03");
    expect(week[0]?.date).toBe("2026-06-08");
  });

  test("uses the exception of a date", () => {
    const thursday = weekOf(hours, "Europe/Lisbon", now)[3];
    expect(thursday).toMatchObject({ date: "2026-06-04", hours: [], note: "Holiday" });
  });
});

test("laterExceptions leaves out the days of the week", () => {
  expect(laterExceptions(hours, "Europe/Lisbon", now).map(({ date }) => date)).toEqual(["2026-12-25"]);
});

test("hours past midnight end in the morning", () => {
  expect(formatHours("fr", { opens: "19:00", closes: "26:30" })).toBe("19:00 – 2:30");
});
