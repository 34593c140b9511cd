import { expect, test } from "vitest";
import { instantOf } from "./zonedInstant";

test.each([
  ["2026-12-24T20:00", "Europe/Madrid", "2026-12-24T19:00:00.000Z"],
  ["2026-07-01T20:00", "Europe/Madrid", "2026-07-01T18:00:00.000Z"],
  ["2026-03-29T04:00", "Europe/Madrid", "2026-03-29T02:00:00.000Z"],
  ["2026-07-01T20:00", "Asia/Tokyo", "2026-07-01T11:00:00.000Z"],
])("converts %s in %s to %s", (local, zone, expected) => {
  expect(instantOf(local, zone)).toBe(expected);
});

test("a year that is being typed is a year", () => {
  expect(instantOf("0002-12-24T20:00", "UTC")).toBe("0002-12-24T20:00:00.000Z");
});
