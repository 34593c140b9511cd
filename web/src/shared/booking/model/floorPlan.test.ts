import { expect, test } from "vitest";
import { aTable } from "@/test/bookings";
import { byArea, frameOf, tableState } from "./floorPlan";

const slot = { resources: [1], joined: [2] };

test.each([
  [1, "free"],
  [2, "joined"],
  [3, "mine"],
  [4, "taken"],
] as const)("table %i is %s", (id, state) => {
  expect(tableState(aTable(id), { slot, members: 2, mine: [3] })).toBe(state);
});

test("a table of another size is unfit", () => {
  expect(tableState(aTable(4), { slot, members: 9, mine: [] })).toBe("unfit");
});

test("tables stand in their areas, in order", () => {
  const tables = [aTable(1, { area: "Terrace" }), aTable(2), aTable(3, { area: "Terrace" })];
  expect(byArea(tables).map(({ area, tables: list }) => [area, list.length])).toEqual([
    ["Terrace", 2],
    ["", 1],
  ]);
});

test("the frame leaves out rows without tables", () => {
  const tables = [aTable(1, { y: 10, height: 8 }), aTable(2, { y: 30, height: 10 })];
  expect(frameOf(tables)).toEqual({ top: 7, height: 36 });
});
