// Country about a town: its neighbours, the roads between them, and woods.
import { blob, distance, smooth } from "./geometry.mjs";
import { PLAN_RADIUS } from "./plan.mjs";

const MAX_PLACES = 60;
const WOODS = 70;

/** `places` are {name, population, point}, the largest first, in metres. */
export function drawSurroundings({ places, centres, ground, box, random }) {
  const shown = places.slice(0, MAX_PLACES);
  const outside = (point) => centres.every((centre) => distance(point, centre) > PLAN_RADIUS);
  const built = shown
    .filter(({ point }) => outside(point))
    .map(({ point, population }) =>
      blob(point, Math.min(3_500, 5 * Math.sqrt(population)), random, 0.35, 16),
    );
  const highway = shown.flatMap((place, at) => {
    // Each place is joined to the two nearest that are larger.
    const larger = shown
      .slice(0, at)
      .sort((a, b) => distance(a.point, place.point) - distance(b.point, place.point));
    return larger
      .slice(0, at % 3 === 0 ? 2 : 1)
      .flatMap((other) => road(place.point, other.point, ground, random));
  });
  const [west, south, east, north] = box;
  const wood = Array.from({ length: WOODS }, () => [
    west + random() * (east - west),
    south + random() * (north - south),
  ])
    .filter((point) => outside(point) && ground.isLand(point))
    .map((point) => blob(point, 700 + random() * 2_600, random, 0.5, 18));
  return { shown, built, highway, wood };
}

/** Bent road between two places. None where it would lead through the sea. */
function road(a, b, ground, random) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const bend = () => (random() - 0.5) * 0.22;
  const knots = [0.25, 0.5, 0.75].map((part) => {
    const off = bend();
    return [a[0] + dx * part - dy * off, a[1] + dy * part + dx * off];
  });
  const line = smooth([a, ...knots, b]);
  return line.every(ground.isLand) ? [line] : [];
}
