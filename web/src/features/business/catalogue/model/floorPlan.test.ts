import { expect, test } from "vitest";
import { freeGroup, freeSpot, neighbours, placeWithin } from "./floorPlan";

const table = (id: number, x: number, y: number, area = "", join_group: string | null = null) => ({
  id,
  join_group,
  place: { area, x, y, width: 10, height: 10, is_round: false },
});

test("a place stays inside the room", () => {
  const size = { width: 10, height: 10 };
  expect(placeWithin(size, { x: -4, y: 80 })).toEqual({ x: 0, y: 60 });
  expect(placeWithin(size, { x: 12.4, y: 7.6 })).toEqual({ x: 12, y: 8 });
});

test("neighbours stand beside a table in the same room", () => {
  const tables = [table(1, 0, 0), table(2, 14, 0), table(3, 30, 0), table(4, 0, 14, "Terrace")];
  expect(neighbours(tables[0] as (typeof tables)[0], tables).map(({ id }) => id)).toEqual([2]);
});

test("a new table takes a free place", () => {
  const spot = freeSpot({ width: 10, height: 10 }, [table(1, 0, 0)]);
  expect(spot).toEqual({ x: 12, y: 2 });
});

test("a new group has a free name", () => {
  expect(freeGroup([table(1, 0, 0, "", "G1"), table(2, 0, 0, "", "Window")])).toBe("G2");
});
