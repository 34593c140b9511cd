import type { FeatureCollection } from "geojson";
import worldUrl from "./data/world.json?url";
import { type PackedPlan, unpackPlan } from "./unpack";

let loading: Promise<FeatureCollection> | undefined;

/** Land, borders and the largest towns of the world. Fetched once. */
export function loadWorld(): Promise<FeatureCollection> {
  loading ??= fetch(worldUrl)
    .then((answer) => answer.json())
    .then((packed: PackedPlan) => unpackPlan(packed));
  // A failure is forgotten: the next view asks again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
