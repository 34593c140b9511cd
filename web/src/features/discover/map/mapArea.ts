import { type Area, areaAround, type MapPoint, readArea, writeArea } from "@/shared/map/area";
import type { Filters } from "../model/filters";

const AREA = "area";

/** Kilometres about a place that are shown at first. */
const REACH_KM = { town: 4, position: 2 };

/** Shown as long as no place is known: the inhabited world. */
export const WORLD_AREA: Area = { west: -130, south: -45, east: 160, north: 65 };

/**
 * Area to show and to search: of the address, else about the place of the filters, else about the viewer's town. Null
 * searches the whole world.
 */
export function chosenArea(
  params: URLSearchParams,
  { near, distance }: Filters,
  home: MapPoint | null,
): Area | null {
  const area = readArea(params.get(AREA));
  if (area) return area;
  if (near) return areaAround(near, distance ?? REACH_KM.position);
  return home && areaAround(home, REACH_KM.town);
}

/** Address with another area, or without one. */
export function withArea(params: URLSearchParams, area: Area | null): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(AREA);
  if (area) next.set(AREA, writeArea(area));
  return next;
}
