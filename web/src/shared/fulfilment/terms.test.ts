import { expect, test } from "vitest";
import { isUsual, nameOf, orderTime } from "./terms";

test.each([
  ["onsite", 0, null],
  ["collect", 20, { unit: "minutes", count: 20 }],
  ["collect", 1_440, { unit: "hours", count: 24 }],
  ["collect", 2_880, { unit: "days", count: 2 }],
  ["express", 120, { unit: "hours", count: 2 }],
  ["delivery", 40, { unit: "minutes", count: 40 }],
  ["delivery", 4_320, { unit: "workingDays", count: 3 }],
  ["delivery", 1_440, { unit: "workingDays", count: 1 }],
] as const)("%s in %i minutes is told in its unit", (kind, minutes, time) =>
  expect(orderTime(kind, minutes)).toEqual(time),
);

test.each([
  ["delivery", 40, "delivery"],
  ["delivery", 4_320, "standard"],
  ["express", 120, "hours"],
  ["express", 45, "express"],
  ["collect", 1_440, "collect"],
] as const)("%s in %i minutes is called %s", (kind, minutes, name) =>
  expect(nameOf(kind, minutes).name).toBe(name),
);

test.each([
  [20, "2026-11-22T10:20:00Z", true],
  [20, "2026-11-22T10:24:00Z", true],
  [20, "2026-11-22T11:20:00Z", false],
  [20, null, false],
  [4_320, "2026-11-25T20:00:00Z", true],
] as const)("an order of %i minutes for %s takes its usual time: %s", (minutes, promisedAt, isTold) =>
  expect(isUsual(minutes, promisedAt, Date.parse("2026-11-22T10:00:00Z"))).toBe(isTold),
);
