import type { Feature } from "geojson";
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import type { Area } from "./area";
import { isCovered, loadPlan, townsIn } from "./plans";
import { PLAN, PLAN_ZOOM, WORLD } from "./style";
import { loadWorld } from "./world";

/** Greatest number of plans that are kept. A view touches one or two. */
const MAX_PLANS = 4;

export function viewOf(map: MapLibreMap): Area {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  };
}

const sourceOf = (map: MapLibreMap, id: string) => map.getSource<GeoJSONSource>(id);

/** Loads what the view needs of the world and of the towns, now and after each move. */
export function fillBackground(map: MapLibreMap): void {
  const plans = new Map<string, Feature[]>();
  const asked = new Set<string>();
  let worldAsked = false;

  const askWorld = async () => {
    worldAsked = true;
    try {
      sourceOf(map, WORLD)?.setData(await loadWorld());
    } catch {
      worldAsked = false;
    }
  };

  const askPlan = async (key: string) => {
    asked.add(key);
    try {
      plans.set(key, await loadPlan(key));
      const [oldest] = plans.keys();
      if (plans.size > MAX_PLANS && oldest) {
        plans.delete(oldest);
        asked.delete(oldest);
      }
      sourceOf(map, PLAN)?.setData({ type: "FeatureCollection", features: [...plans.values()].flat() });
    } catch {
      // The coarse world stays; the next move asks again.
      asked.delete(key);
    }
  };

  const fill = () => {
    const view = viewOf(map);
    const close = map.getZoom() >= PLAN_ZOOM;
    if (!worldAsked && !(close && isCovered(view))) void askWorld();
    if (!close) return;
    for (const key of townsIn(view)) if (!asked.has(key)) void askPlan(key);
  };

  map.on("moveend", fill);
  fill();
}
