// Compact form of a plan: all positions as whole steps, each as the difference from the one before it.
// `shared/map/unpack.ts` reads it.

/**
 * `parts` are {kind, type, shapes, …} in degrees: polygons, each an array of open rings, or lines. `box` is west, south,
 * east, north; `steps` is the number of steps over a side of it. Returns {box, steps, parts: [{…, sizes, deltas}]}; a polygon's sizes are an array of its rings' sizes.
 */
export function pack(box, steps, parts) {
  const [west, south, east, north] = box;
  const scale = [steps / (east - west), steps / (north - south)];
  const whole = ([lon, lat]) => [Math.round((lon - west) * scale[0]), Math.round((lat - south) * scale[1])];
  return {
    box,
    steps,
    parts: parts.map(({ shapes, ...part }) => {
      const deltas = [];
      let last = [0, 0];
      const add = (points) => {
        const rounded = points
          .map(whole)
          .filter((point, at, all) => at === 0 || point.join() !== all[at - 1].join());
        for (const point of rounded) {
          deltas.push(point[0] - last[0], point[1] - last[1]);
          last = point;
        }
        return rounded.length;
      };
      const sizes = shapes.map((shape) => (part.type === "polygon" ? shape.map(add) : add(shape)));
      return { ...part, sizes, deltas };
    }),
  };
}
