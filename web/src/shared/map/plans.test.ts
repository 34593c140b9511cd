import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import towns from "./data/towns.json";
import { isCovered, townsIn } from "./plans";
import { type PackedPlan, unpackPlan } from "./unpack";

const GRACIA = { west: 2.14, south: 41.39, east: 2.17, north: 41.41 };

describe("plans of towns", () => {
  test("are found by the view", () => {
    expect(townsIn(GRACIA)).toEqual(["barcelona"]);
    expect(isCovered(GRACIA)).toBe(true);
    expect(townsIn({ west: -30, south: 0, east: -20, north: 5 })).toEqual([]);
    expect(isCovered({ ...GRACIA, west: -3 })).toBe(false);
  });

  test.each(towns.map(({ key }) => key))("%s has streets, blocks and names within its box", (key) => {
    const bytes = readFileSync(`src/shared/map/data/towns/${key}.json`);
    // A phone loads one on its way into a town.
    expect(gzipSync(bytes).length).toBeLessThan(64 * 1024);
    const { features } = unpackPlan(JSON.parse(bytes.toString()) as PackedPlan);
    const kinds = new Set(features.map(({ properties }) => properties?.kind));
    for (const kind of [
      "land",
      "built",
      "park",
      "block",
      "main",
      "secondary",
      "street",
      "lane",
      "name",
      "area",
    ]) {
      expect(kinds, kind).toContain(kind);
    }
    const [west = 0, south = 0, east = 0, north = 0] = towns.find((town) => town.key === key)?.box ?? [];
    // A road to a neighbour may bend out of it.
    const drawn = features.filter(({ properties }) => properties?.kind !== "highway");
    const positions = drawn.flatMap(
      ({ geometry }) => JSON.stringify(geometry).match(/\[-?[\d.e-]+,-?[\d.e-]+\]/g) ?? [],
    );
    const outside = positions
      .map((text) => JSON.parse(text) as [number, number])
      .filter(([x, y]) => x < west - 0.001 || x > east + 0.001 || y < south - 0.001 || y > north + 0.001);
    expect(outside).toEqual([]);
  });
});
