import type { Feature, FeatureCollection, Position } from "geojson";

/** Part of a plan as `scripts/map/pack.mjs` writes it. */
interface PackedPart {
  kind: string;
  type: "polygon" | "line";
  name?: string;
  /** Points of each line, or of each ring of each polygon. */
  sizes: (number | number[])[];
  /** Whole steps east and north of the point before. */
  deltas: number[];
}

interface Label {
  kind: "area" | "place" | "town";
  name: string;
  /** Longitude and latitude. */
  at: [number, number];
  /** 0 for a city, 2 for a village. */
  rank?: number;
}

/** Plan of a town and its surroundings, or the world at a coarse scale. */
export interface PackedPlan {
  box: [west: number, south: number, east: number, north: number];
  steps: number;
  parts: PackedPart[];
  labels: Label[];
}

/** Unpacks a plan to features with `kind`, and where they have one `name` and `rank`. */
export function unpackPlan({ box, steps, parts, labels }: PackedPlan): FeatureCollection {
  const [west, south, east, north] = box;
  const [wide, high] = [(east - west) / steps, (north - south) / steps];
  const shapes = parts.map(({ kind, type, name, sizes, deltas }): Feature => {
    let [at, x, y] = [0, 0, 0];
    const read = (count: number): Position[] =>
      Array.from({ length: count }, () => {
        x += deltas[at++] ?? 0;
        y += deltas[at++] ?? 0;
        return [west + x * wide, south + y * high];
      });
    const properties = { kind, name };
    if (type === "line") {
      const coordinates = sizes.map((size) => read(size as number));
      return { type: "Feature", properties, geometry: { type: "MultiLineString", coordinates } };
    }
    const coordinates = sizes.map((rings) => (rings as number[]).map((size) => closed(read(size))));
    return { type: "Feature", properties, geometry: { type: "MultiPolygon", coordinates } };
  });
  const points = labels.map(
    ({ at, ...properties }): Feature => ({
      type: "Feature",
      properties,
      geometry: { type: "Point", coordinates: at },
    }),
  );
  return { type: "FeatureCollection", features: [...shapes, ...points] };
}

const closed = (ring: Position[]): Position[] => (ring[0] ? [...ring, ring[0]] : ring);
