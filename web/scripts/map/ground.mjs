// Land and water about a town: the coast of Natural Earth, and the rivers and lakes of rivers.tsv.
import { difference, union } from "polyclip-ts";
import { blob, clipToBox, distance, distanceToLine, insideRings, smooth, widen } from "./geometry.mjs";

/** Metres about a neighbourhood that are land, however coarse the coast is drawn. */
const SOLID = 650;
/** Metres between two samples of a street. */
const SAMPLE = 40;
/** Free bank of a river, in metres. */
const BANK = 10;

/** `land` holds the polygons of Natural Earth, `water` rivers and lakes as {width, points}, all in metres. */
export function makeGround({ land, water, centres, box, random }) {
  const clipped = land
    .map((polygon) =>
      polygon.map((ring) => clipToBox(ring.slice(0, -1), box)).filter((ring) => ring.length > 2),
    )
    .filter((polygon) => polygon.length > 0);
  const solid = centres.map((centre) => blob(centre, SOLID, random, 0.25));
  const lines = water
    .filter(({ width }) => width > 0)
    .map(({ width, points }) => ({ width, line: smooth(points) }));
  const lakes = water.filter(({ width }) => width === 0).map(({ points }) => smooth([...points, points[0]]));
  const coast = clipped.flat();
  const isLand = (point) =>
    centres.some((centre) => distance(point, centre) < SOLID * 0.8) ||
    (insideRings(point, coast) && !lakes.some((lake) => insideRings(point, [lake])));
  const inRiver = (point) => lines.some(({ width, line }) => distanceToLine(point, line) < width / 2 + BANK);
  const isDry = (point) => isLand(point) && !inRiver(point);
  const [west, south, east, north] = box;
  const frame = [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  ];
  return {
    isLand,
    isDry,
    /** Polygons of the sea and of lakes. */
    sea: () => {
      const dry = union(...clipped.map((polygon) => [polygon]), ...solid.map((ring) => [[ring]]));
      const sea = difference([frame], dry);
      const wet = lakes.map((lake) => [[clipToBox(lake, box)]]);
      return wet.length ? union(sea, ...wet) : sea;
    },
    rivers: () =>
      lines.map(({ width, line }) => clipToBox(widen(line, width), box)).filter((ring) => ring.length > 2),
    /** Parts of a street that are on land. A bridge crosses rivers, never the sea. */
    dryParts: ([a, b], { bridges }) => {
      const fits = bridges ? isLand : isDry;
      const steps = Math.max(2, Math.ceil(distance(a, b) / SAMPLE));
      const at = (step) => [a[0] + ((b[0] - a[0]) * step) / steps, a[1] + ((b[1] - a[1]) * step) / steps];
      const parts = [];
      let from = null;
      for (let step = 0; step <= steps; step += 1) {
        const dry = fits(at(step));
        if (dry && from === null) from = step;
        if (from !== null && (!dry || step === steps)) {
          const to = dry ? step : step - 1;
          if (to > from) parts.push([at(from), at(to)]);
          from = null;
        }
      }
      return parts;
    },
  };
}
