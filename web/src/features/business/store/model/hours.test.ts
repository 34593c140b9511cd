import { expect, test } from "vitest";
import { type HoursValues, hoursBody, hoursProblems, hoursValues, nextInterval } from "./hours";

const week = (days: Record<number, string>): HoursValues["weekly"] =>
  Array.from({ length: 7 }, (_, at) =>
    (days[at + 1] ?? "")
      .split(" ")
      .filter(Boolean)
      .map((text) => {
        const [opens = "", closes = ""] = text.split("-");
        return { opens, closes };
      }),
  );

test("hours past midnight are shown on the clock and sent as before", () => {
  const stored = {
    weekly: [
      { weekday: 1, opens: "09:00", closes: "12:00" },
      { weekday: 1, opens: "18:00", closes: "26:30" },
      { weekday: 7, opens: "00:00", closes: "24:00" },
    ],
    exceptions: [{ date: "2026-12-25", hours: [], note: "Christmas" }],
  };
  const values = hoursValues(stored);
  expect(values.weekly[0]?.[1]).toEqual({ opens: "18:00", closes: "02:30" });
  expect(values.weekly[6]).toEqual([{ opens: "00:00", closes: "00:00" }]);
  expect(hoursBody(values)).toEqual(stored);
});

test.each([
  [week({ 1: "09:00-12:00 11:00-13:00" }), { "weekly.1": "overlap" }],
  [week({ 5: "22:00-04:00", 6: "03:00-10:00" }), { "weekly.6": "overlap" }],
  [week({ 1: "03:00-10:00", 7: "22:00-04:00" }), { "weekly.1": "overlap" }],
  [week({ 2: "09:00-" }), { "weekly.2": "time" }],
  [week({ 1: "09:00-12:00 12:00-13:00", 2: "00:00-00:00" }), {}],
])("problems are named at their day %#", (weekly, problems) => {
  expect(hoursProblems({ weekly, exceptions: [] })).toEqual(problems);
});

test("dates are required, listed once and without overlaps", () => {
  const closed = { hours: [], note: "" };
  const exceptions = [
    { ...closed, date: "" },
    { ...closed, date: "2026-12-25" },
    { ...closed, date: "2026-12-25" },
    { ...closed, date: "2026-12-26", note: "x".repeat(81) },
  ];
  expect(hoursProblems({ weekly: week({}), exceptions })).toEqual({
    "exceptions.0": "date",
    "exceptions.2": "dateTwice",
    "exceptions.3": "note",
  });
});

test("another interval begins an hour after the last", () => {
  expect(nextInterval([])).toEqual({ opens: "09:00", closes: "18:00" });
  expect(nextInterval([{ opens: "09:00", closes: "12:00" }])).toEqual({ opens: "13:00", closes: "17:00" });
});
