// Plan of a town: districts between main roads, each divided into blocks that are smaller the nearer they are to a
// neighbourhood. It looks like a town and is none: only coast, rivers and names are those of the place.
import { Delaunay } from "d3-delaunay";
import { area, blob, centroid, distance, inset, longestEdge, split } from "./geometry.mjs";

/** Metres between the middles of two districts. */
const DISTRICT = 1_500;
/** Metres from a neighbourhood where the plan ends. */
export const PLAN_RADIUS = 8_000;
/** Metres from a neighbourhood within which blocks are drawn. */
const BLOCK_RADIUS = 650;
const HECTARE = 10_000;

/** Largest block, by the distance to the nearest neighbourhood. */
const BLOCK_SIZES = [
  [800, 1.1 * HECTARE],
  [1_600, 2.6 * HECTARE],
  [3_000, 7 * HECTARE],
  [5_500, 22 * HECTARE],
  [Number.POSITIVE_INFINITY, 60 * HECTARE],
];

/** Class of a street, by the size of what it divides. */
const STREET_CLASSES = [
  [40 * HECTARE, "secondary"],
  [5 * HECTARE, "street"],
  [0, "lane"],
];

export function drawPlan({ centres, ground, random }) {
  const plan = {
    main: [],
    secondary: [],
    street: [],
    lane: [],
    park: [],
    square: [],
    block: [],
    pond: [],
    built: [],
  };
  const toCentre = (point) => Math.min(...centres.map((centre) => distance(point, centre)));
  const { cells, edges } = districts(centres, toCentre, random);
  for (const edge of edges) plan.main.push(...ground.dryParts(edge, { bridges: true }));
  for (const cell of cells) {
    if (!ground.isLand(centroid(cell)) && !cell.some(ground.isLand)) continue;
    plan.built.push(cell);
    divide(cell, plan, { toCentre, ground, random });
  }
  return plan;
}

/** Voronoi cells about the neighbourhoods and about a shaken grid, and the edges between them. */
function districts(centres, toCentre, random) {
  const reach = PLAN_RADIUS + 2 * DISTRICT;
  const [xs, ys] = [centres.map(([x]) => x), centres.map(([, y]) => y)];
  const box = [
    Math.min(...xs) - reach,
    Math.min(...ys) - reach,
    Math.max(...xs) + reach,
    Math.max(...ys) + reach,
  ];
  const sites = [...centres];
  for (let x = box[0]; x < box[2]; x += DISTRICT) {
    for (let y = box[1]; y < box[3]; y += DISTRICT) {
      const site = [x + (random() - 0.5) * DISTRICT * 0.8, y + (random() - 0.5) * DISTRICT * 0.8];
      if (sites.every((other) => distance(site, other) > DISTRICT * 0.6)) sites.push(site);
    }
  }
  const voronoi = Delaunay.from(sites).voronoi(box);
  const edges = new Map();
  const cells = sites.flatMap((site, at) => {
    const polygon = voronoi.cellPolygon(at);
    if (!polygon || toCentre(site) > PLAN_RADIUS) return [];
    const ring = polygon.slice(0, -1);
    for (let corner = 0; corner < ring.length; corner += 1) {
      const edge = [ring[corner], ring[(corner + 1) % ring.length]];
      const key = edge
        .map((point) => point.map(Math.round).join())
        .sort()
        .join(" ");
      edges.set(key, edge);
    }
    return [ring];
  });
  return { cells, edges: [...edges.values()] };
}

function divide(ring, plan, { toCentre, ground, random }) {
  const size = area(ring);
  const middle = centroid(ring);
  const far = toCentre(middle);
  if (size > 3 * HECTARE && size < 26 * HECTARE && far > 350 && random() < 0.055 && ground.isLand(middle)) {
    plan.park.push(inset(ring, 12) ?? ring);
    if (size > 9 * HECTARE && random() < 0.5)
      plan.pond.push(blob(middle, Math.sqrt(size) * 0.14, random, 0.4, 14));
    return;
  }
  const [, most] = BLOCK_SIZES.find(([within]) => far < within);
  if (size <= most) return drawBlock(ring, far, plan, ground, random);
  // Across the longest edge, a little out of square, and not quite in the middle.
  const angle = longestEdge(ring) + Math.PI / 2 + (random() - 0.5) * 0.14;
  const shake = Math.sqrt(size) * 0.16;
  const through = [middle[0] + (random() - 0.5) * shake, middle[1] + (random() - 0.5) * shake];
  const cut = split(ring, through, angle);
  if (!cut) return;
  const [, kind] = STREET_CLASSES.find(([from]) => size >= from);
  plan[kind].push(...ground.dryParts(cut.cut, { bridges: kind === "secondary" }));
  for (const part of cut.parts) divide(part, plan, { toCentre, ground, random });
}

function drawBlock(ring, far, plan, ground, random) {
  if (far > BLOCK_RADIUS || !ring.every(ground.isDry)) return;
  const inner = inset(ring, 8);
  if (inner) plan[random() < 0.03 ? "square" : "block"].push(inner);
}
