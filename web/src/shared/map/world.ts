import type { Feature, FeatureCollection } from "geojson";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import worldUrl from "./data/world.json?url";

interface PackedWorld {
  atlas: Topology<{ countries: GeometryCollection }>;
  towns: [name: string, longitude: number, latitude: number, rank: number][];
}

let loading: Promise<FeatureCollection> | undefined;

/** Countries, borders and the largest towns of the world. Fetched once. */
export function loadWorld(): Promise<FeatureCollection> {
  loading ??= fetch(worldUrl)
    .then((answer) => answer.json())
    .then(unpackWorld);
  // A failure is forgotten: the next view asks again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Everything that is not land. MapLibre draws nothing nearer to the poles. */
const OCEAN: Feature = {
  type: "Feature",
  properties: { kind: "ocean" },
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [-180, -86],
        [180, -86],
        [180, 86],
        [-180, 86],
        [-180, -86],
      ],
    ],
  },
};

function unpackWorld({ atlas, towns }: PackedWorld): FeatureCollection {
  const { countries } = atlas.objects;
  const border: Feature = {
    type: "Feature",
    properties: { kind: "border" },
    geometry: mesh(atlas, countries as never, (a, b) => a !== b),
  };
  const lands = feature(atlas, countries).features.map(
    (country): Feature => ({ ...country, properties: { kind: "country" } }),
  );
  const names = towns.map(
    ([name, longitude, latitude, rank]): Feature => ({
      type: "Feature",
      properties: { kind: "town", name, rank },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    }),
  );
  return { type: "FeatureCollection", features: [OCEAN, ...lands, border, ...names] };
}
