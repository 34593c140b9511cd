// Compact form of a plan: all positions as whole steps, each as the difference from the one before it.
// `shared/map/unpack.ts` reads it.

/** Steps over a side of the box. */
const STEPS = 32_000;

/**
 * `parts` are {kind, type, shapes, …} in degrees: polygons, each an array of open rings, or lines. `box` is west, south,
 * east, north. Returns {box, steps, parts: [{…, sizes, deltas}]}; a polygon's sizes are an array of its rings' sizes.
 */
export function pack(box, parts) {
  const [west, south, east, north] = box;
  const scale = [STEPS / (east - west), STEPS / (north - south)];
  const whole = ([lon, lat]) => [Math.round((lon - west) * scale[0]), Math.round((lat - south) * scale[1])];
  return {
    box,
    steps: STEPS,
    parts: parts.map(({ shapes, ...part }) => {
      const deltas = [];
      let last = [0, 0];
      const add = (points) => {
        const steps = points
          .map(whole)
          .filter((point, at, all) => at === 0 || point.join() !== all[at - 1].join());
        for (const point of steps) {
          deltas.push(point[0] - last[0], point[1] - last[1]);
          last = point;
        }
        return steps.length;
      };
      const sizes = shapes.map((shape) => (part.type === "polygon" ? shape.map(add) : add(shape)));
      return { ...part, sizes, deltas };
    }),
  };
}
