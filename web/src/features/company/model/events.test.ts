import { expect, test } from "vitest";
import type { Occurrence } from "../types";
import { groupByDay, monthGrid, shiftMonth } from "./events";

const at = (id: number, starts_at: string) => ({ id, starts_at }) as Occurrence;

test("groups occurrences by the day in the zone", () => {
  const list = [at(2, "2026-06-02T18:00:00Z"), at(1, "2026-06-01T23:30:00Z")];
  const days = groupByDay(list, "Europe/Paris");
  expect(days.map(({ date, occurrences }) => [date, occurrences.map(({ id }) => id)])).toEqual([
    ["2026-06-02", [1, 2]],
  ]);
});

test("a month is a grid of whole weeks from Monday", () => {
  const weeks = monthGrid("2026-06");
  expect(weeks).toHaveLength(5);
  expect(weeks[0]?.[0]).toBe("2026-06-01");
  expect(weeks[4]?.slice(0, 3)).toEqual(["2026-06-29", "2026-06-30", null]);
  expect(monthGrid("2026-02")[0]?.[6]).toBe("2026-02-01");
});

test("shiftMonth passes the end of the year", () => {
  expect([shiftMonth("2026-12", 1), shiftMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
