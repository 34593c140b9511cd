// Draws the map that ships with the app: the world from Natural Earth (public domain, by way of world-atlas), towns from
// GeoNames (CC BY 4.0, the gazetteer of the server), and a plan for each town of the demo. Run it after a change of the
// demo's towns: `node scripts/map/make.mjs`. The same input gives the same files.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync, gzipSync } from "node:zlib";
import { feature, mesh } from "topojson-client";
import { clipToBox, distance, planeAbout, randomOf } from "./geometry.mjs";
import { makeGround } from "./ground.mjs";
import { pack } from "./pack.mjs";
import { drawPlan } from "./plan.mjs";
import { drawSurroundings } from "./surroundings.mjs";

const require = createRequire(import.meta.url);
const root = new URL("../../../", import.meta.url);
const out = new URL("../../src/shared/map/data/", import.meta.url);
const seed = new URL("store/src/seed/market/text/", root);

/** Metres about a town that its file covers. */
const REACH = 45_000;
/** Towns named on the map of the world. */
const WORLD_TOWNS = 1_200;
/** Steps over the world: some 550 m each. */
const WORLD_STEPS = 72_000;
const WORLD_BOX = [-180, -86, 180, 86];
/** Steps over a town: less than 3 m each. */
const TOWN_STEPS = 32_000;

const rows = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("\t"));

const slug = (name) =>
  name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");

function readGazetteer() {
  const text = gunzipSync(
    readFileSync(new URL("api/src/integrations/gazetteer/places.tsv.gz", root)),
  ).toString();
  const lines = text.split("\n").filter(Boolean);
  const [regions] = lines[0].split("\t").map(Number);
  return lines
    .slice(1 + regions)
    .map((line) => line.split("\t"))
    .map(([name, , lat, lon, people]) => ({ name, at: [lon / 1e4, lat / 1e4], population: Number(people) }))
    .sort((a, b) => b.population - a.population);
}

const polygonsOf = ({ features, ...one }) =>
  (features ?? [one]).flatMap(({ geometry }) =>
    geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates,
  );

let bytes = 0;
function write(name, value) {
  const text = JSON.stringify(value);
  writeFileSync(new URL(name, out), text);
  const size = gzipSync(text, { level: 9 }).length;
  bytes += size;
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB  ${name}`);
}

/** World at a coarse scale: land, borders, and the largest towns with their rank from 0, the largest, to 3. */
function makeWorld(gazetteer) {
  const atlas = require("world-atlas/countries-50m.json");
  const whole = require("world-atlas/land-50m.json");
  const { countries } = atlas.objects;
  const land = polygonsOf(feature(whole, whole.objects.land)).flatMap(flatten);
  const border = mesh(atlas, countries, (a, b) => a !== b).coordinates;
  const towns = [];
  for (const { name, at, population } of gazetteer) {
    if (towns.length >= WORLD_TOWNS) break;
    // Suburbs of a larger town are named by its own file.
    if (towns.some((other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) < 0.35)) continue;
    const rank = population > 5e6 ? 0 : population > 1.5e6 ? 1 : population > 6e5 ? 2 : 3;
    towns.push({ kind: "town", name, at: at.map((degrees) => Math.round(degrees * 100) / 100), rank });
  }
  const parts = [
    { kind: "ocean", type: "polygon", shapes: [[SQUARE]] },
    { kind: "land", type: "polygon", shapes: land },
    { kind: "border", type: "line", shapes: border },
  ];
  write("world.json", { ...pack([-180, -90, 180, 90], WORLD_STEPS, parts), labels: towns });
}

/** The map as far as it is drawn: nothing is nearer to the poles. */
const SQUARE = [
  [-180, -86],
  [180, -86],
  [180, 86],
  [-180, 86],
];

/** Cuts a polygon of the globe along the date line. Rings come with a repeated end. */
function flatten(polygon) {
  const rings = polygon.map((ring) => {
    let turn = 0;
    const unrolled = ring.map(([lon, lat], at) => {
      const step = at > 0 ? lon - ring[at - 1][0] : 0;
      if (Math.abs(step) > 180) turn -= 360 * Math.sign(step);
      return [lon + turn, lat];
    });
    const [first, last] = [unrolled[0], unrolled[unrolled.length - 1]];
    // A ring about the pole does not close: it goes on along the edge of the map.
    return Math.abs(first[0] - last[0]) > 180
      ? [...unrolled, [last[0], -90], [first[0], -90]]
      : unrolled.slice(0, -1);
  });
  return [-360, 0, 360]
    .map((shift) =>
      rings.map((ring) =>
        clipToBox(
          ring.map(([lon, lat]) => [lon + shift, lat]),
          WORLD_BOX,
        ),
      ),
    )
    .map((part) => part.filter((ring) => ring.length > 2))
    .filter((part) => part.length > 0);
}

function makeTown(name, areas, gazetteer, land, rivers) {
  const random = randomOf(name);
  const middle = [0, 1].map((axis) => areas.reduce((sum, { at }) => sum + at[axis], 0) / areas.length);
  const { toPlane, toDegrees } = planeAbout(middle);
  const box = [-REACH, -REACH, REACH, REACH];
  const centres = areas.map(({ at }) => toPlane(at));
  const near = ([lon, lat]) => Math.abs(lon - middle[0]) < 3 && Math.abs(lat - middle[1]) < 3;
  const ground = makeGround({
    land: land
      .filter(([ring]) => ring.some(near) || surrounds(ring, middle))
      .map((polygon) => polygon.map((ring) => ring.map(toPlane))),
    water: rivers
      .filter(([town]) => town === name)
      .map(([, width, points]) => ({
        width: Number(width),
        points: points.split(";").map((point) => toPlane(point.split(" ").map(Number))),
      })),
    centres,
    box,
    random,
  });
  const plan = drawPlan({ centres, ground, random });
  const inBox = ([x, y]) => Math.abs(x) < REACH && Math.abs(y) < REACH;
  const places = gazetteer
    .filter(({ at, population }) => near(at) && population > 3_000)
    .map(({ name: place, at, population }) => ({ name: place, population, point: toPlane(at) }))
    .filter(({ point }) => inBox(point));
  const country = drawSurroundings({ places, centres, ground, box, random });
  const degrees = (line) => line.map(toDegrees);
  const polygons = (kind, list) => ({
    kind,
    type: "polygon",
    shapes: list.map((polygon) => polygon.map(degrees)),
  });
  const rings = (kind, list) =>
    polygons(
      kind,
      list.map((ring) => [ring]),
    );
  const lines = (kind, list, name) => ({ kind, type: "line", name, shapes: list.map(degrees) });
  const inBoxOnly = (list) => list.map((ring) => clipToBox(ring, box)).filter((ring) => ring.length > 2);
  const frame = [
    [-REACH, -REACH],
    [REACH, -REACH],
    [REACH, REACH],
    [-REACH, REACH],
  ];
  const parts = [
    rings("land", [frame]),
    rings("wood", inBoxOnly(country.wood)),
    rings("built", inBoxOnly([...plan.built, ...country.built])),
    rings("park", plan.park),
    rings("block", plan.block),
    rings("square", plan.square),
    polygons(
      "water",
      ground.sea().map((polygon) => polygon.map((ring) => ring.slice(0, -1))),
    ),
    rings("water", [...ground.rivers(), ...plan.pond]),
    lines("highway", country.highway),
    ...["main", "secondary", "street", "lane"].map((kind) => lines(kind, plan[kind])),
    ...namedStreets(areas, plan, toPlane).map(({ street, line }) => lines("name", [line], street)),
  ].filter(({ shapes }) => shapes.length > 0);
  const frameInDegrees = degrees([frame[0], frame[2]]).flat();
  const rounded = ([lon, lat]) => [lon, lat].map((value) => Math.round(value * 1e4) / 1e4);
  const labels = [
    ...areas.map(({ area, at }) => ({ kind: "area", name: area, at })),
    ...country.shown.map(({ name: place, population, point }) => ({
      kind: "place",
      name: place,
      at: rounded(toDegrees(point)),
      rank: population > 2e5 ? 0 : population > 4e4 ? 1 : 2,
    })),
  ];
  write(`towns/${slug(name)}.json`, { ...pack(frameInDegrees, TOWN_STEPS, parts), labels });
  return { key: slug(name), box: frameInDegrees.map((value) => Math.round(value * 1e4) / 1e4) };
}

/** Returns true if the ring's box holds the point: a continent without a corner near the town. */
function surrounds(ring, [lon, lat]) {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [west, east] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  const [south, north] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))];
  return west < lon && lon < east && south < lat && lat < north;
}

/** Gives the demo's street names to the longest streets of each neighbourhood. */
function namedStreets(areas, plan, toPlane) {
  const lines = [...plan.main, ...plan.secondary, ...plan.street].map((line) => ({
    line,
    length: distance(...line),
  }));
  const taken = new Set();
  return areas.flatMap(({ at, streets }) => {
    const centre = toPlane(at);
    const middle = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const near = lines
      .filter((one) => !taken.has(one) && distance(middle(one.line), centre) < 600)
      .sort((a, b) => b.length - a.length);
    return streets.slice(0, near.length).map((street, index) => {
      taken.add(near[index]);
      return { street, line: near[index].line };
    });
  });
}

rmSync(new URL("towns/", out), { recursive: true, force: true });
mkdirSync(new URL("towns/", out), { recursive: true });
const gazetteer = readGazetteer();
makeWorld(gazetteer);
const atlas = require("world-atlas/land-10m.json");
const land = polygonsOf(feature(atlas, atlas.objects.land));
const rivers = rows(new URL("rivers.tsv", import.meta.url));
const byTown = new Map();
for (const [town, area, lat, lon, , streets] of rows(new URL("areas.tsv", seed))) {
  const areas = byTown.get(town) ?? [];
  byTown.set(town, [...areas, { area, at: [Number(lon), Number(lat)], streets: streets.split(";") }]);
}
const index = [...byTown].map(([town, areas]) => makeTown(town, areas, gazetteer, land, rivers));
write("towns.json", index);
console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB  in all, gzipped`);
