import { expect, test } from "vitest";
import {
  type HoursValues,
  hoursBody,
  hoursProblems,
  hoursValues,
  nextInterval,
  rowsOf,
  withClosed,
} from "./hours";

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

test("closed days replace other hours of their dates, in order", () => {
  const open = { hours: [{ opens: "09:00", closes: "12:00" }], note: "" };
  const exceptions = [
    { ...open, date: "2027-01-02" },
    { ...open, date: "2026-12-31" },
  ];
  expect(withClosed(exceptions, ["2026-12-30", "2026-12-31"])).toEqual([
    { date: "2026-12-30", hours: [], note: "" },
    { date: "2026-12-31", hours: [], note: "" },
    { ...open, date: "2027-01-02" },
  ]);
});

test("closed days in a row share a row, but for those that stay apart", () => {
  const closed = (date: string, note = "") => ({ date, hours: [], note });
  const exceptions = [
    closed(""),
    closed("2026-12-30"),
    closed("2026-12-31"),
    closed("2027-01-01"),
    closed("2027-01-02", "Stocktaking"),
    { ...closed("2027-01-03", "Stocktaking"), hours: [{ opens: "09:00", closes: "12:00" }] },
  ];
  expect(rowsOf(exceptions, new Set())).toEqual([[0], [1, 2, 3], [4], [5]]);
  expect(rowsOf(exceptions, new Set(["2027-01-01"]))).toEqual([[0], [1, 2], [3], [4], [5]]);
});

test("another interval begins an hour after the last", () => {
  expect(nextInterval([])).toEqual({ opens: "09:00", closes: "18:00" });
  expect(nextInterval([{ opens: "09:00", closes: "12:00" }])).toEqual({ opens: "13:00", closes: "17:00" });
});
