import { expect, test } from "vitest";
import { scheduleErrors } from "./schedule";

test("times without a day, a date or an hour are marked", () => {
  const errors = scheduleErrors({
    rules: [
      { weekdays: [], starts: "09:00", ends: "18:00" },
      { weekdays: [1], starts: "", ends: "18:00" },
      { weekdays: [1], starts: "22:00", ends: "26:00" },
    ],
    exceptions: [
      { date: "2026-12-24", available: false },
      { date: "", available: true, hours: ["09:00", ""] },
    ],
  });
  expect(errors).toEqual({
    "rules.0.weekdays": "day",
    "rules.1.starts": "required",
    "exceptions.1.date": "required",
    "exceptions.1.ends": "required",
  });
});

test("an end that is not after the start is marked", () => {
  const errors = scheduleErrors({
    rules: [{ weekdays: [1], starts: "18:00", ends: "18:00" }],
    exceptions: [{ date: "2026-12-24", available: true, hours: ["18:00", "09:00"] }],
  });
  expect(errors).toEqual({ "rules.0.ends": "end", "exceptions.0.ends": "end" });
});
