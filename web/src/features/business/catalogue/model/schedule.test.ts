import { expect, test } from "vitest";
import type { Exception } from "../api";
import { asKind, endClock, endsNextDay, kindOf, newChange, scheduleErrors, storedEnd } from "./schedule";

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

test("a season that ends before it begins is marked", () => {
  const rule = { weekdays: [1], starts: "09:00", ends: "18:00" };
  const errors = scheduleErrors({
    rules: [
      { ...rule, valid_from: "2026-06-01", valid_until: "2026-05-31" },
      { ...rule, valid_from: "2026-06-01", valid_until: "2026-06-01" },
      { ...rule, valid_until: "2026-06-01" },
    ],
    exceptions: [],
  });
  expect(errors).toEqual({ "rules.0.valid_until": "lastDay" });
});

test("an end past midnight is shown as a time of the next day", () => {
  expect(endClock("26:00")).toBe("02:00");
  expect(endClock("24:00")).toBe("00:00");
  expect(endClock("")).toBe("");
  expect(["18:00", "24:00", "26:00"].map(endsNextDay)).toEqual([false, false, true]);
  expect(storedEnd("20:00", "02:00")).toBe("26:00");
  expect(storedEnd("20:00", "00:00")).toBe("24:00");
  expect(storedEnd("09:00", "18:00")).toBe("18:00");
  expect(storedEnd("20:00", "")).toBe("");
});

test("blocked hours stay blocked, and a kind keeps its hours", () => {
  const block: Exception = { date: "2026-12-24", available: false, hours: ["12:00", "14:00"] };
  expect(kindOf(block)).toBe("blocked");
  expect(asKind(block, "blocked")).toEqual(block);
  expect(asKind(block, "extra")).toEqual({ ...block, available: true });
  const closed = asKind(block, "closed");
  expect(closed).toEqual({ date: "2026-12-24", available: false, hours: null });
  expect(kindOf(closed)).toBe("closed");
  expect(kindOf(newChange("blocked"))).toBe("blocked");
  expect(kindOf(newChange("extra"))).toBe("extra");
});
