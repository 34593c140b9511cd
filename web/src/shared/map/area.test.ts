import { describe, expect, test } from "vitest";
import { areaAround, middleOf, readArea, writeArea } from "./area";

describe("areas in an address", () => {
  test("are read as they were written", () => {
    const area = { west: 2.1, south: 41.35, east: 2.2346, north: 41.42 };
    expect(readArea(writeArea({ ...area, east: 2.234_56 }))).toEqual(area);
  });

  test("may cross the date line", () => {
    expect(readArea("170,-10,-170,10")).toEqual({ west: 170, south: -10, east: -170, north: 10 });
  });

  test.each([
    ["east of the date line", { west: 170, east: 190 }, { west: 170, east: -170 }],
    ["west of the date line", { west: -190, east: -170 }, { west: 170, east: -170 }],
    ["once around the globe", { west: 362.1, east: 362.5 }, { west: 2.1, east: 2.5 }],
    ["to the date line", { west: 170, east: 180 }, { west: 170, east: 180 }],
    ["wider than the globe", { west: -250, east: 250 }, { west: -180, east: 180 }],
  ])("of a map that was moved %s are in the range of readers", (_, seen, read) => {
    const sides = { south: -10, north: 10 };
    expect(readArea(writeArea({ ...seen, ...sides }))).toEqual({ ...read, ...sides });
  });

  test.each([
    null,
    "",
    "1,2,3",
    "1,2,3,4,5",
    "1,,3,4",
    "a,2,3,4",
    "-181,2,3,4",
    "1,2,3,91",
    "1,5,3,4",
    "NaN,2,3,4",
  ])("%j is none", (text) => {
    expect(readArea(text)).toBeNull();
  });
});

describe("the area around a point", () => {
  test("reaches as far in each direction", () => {
    const { west, south, east, north } = areaAround({ latitude: 60, longitude: 10 }, 11.0574);
    expect([south, north].map((at) => Number(at.toFixed(3)))).toEqual([59.9, 60.1]);
    // A degree of longitude is half as long there.
    expect([west, east].map((at) => Number(at.toFixed(3)))).toEqual([9.8, 10.2]);
  });

  test("crosses the date line", () => {
    const area = areaAround({ latitude: 0, longitude: 179.95 }, 11.0574);
    expect(area.west).toBeGreaterThan(area.east);
    expect(middleOf(area).longitude).toBeCloseTo(179.95);
  });
});
