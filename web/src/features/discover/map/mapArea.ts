import { type Area, areaAround, type MapPoint, wrapped } from "@/shared/map/area";
import type { Filters } from "../model/filters";

/** Kilometres about a place that are shown at first. */
const REACH_KM = { town: 4, position: 2 };
/** Degrees around the outermost pins, and the least height of the map. */
const MARGIN = 0.15;
const LEAST_DEGREES = 0.02;

/** Shown as long as no place is known: the inhabited world. */
export const WORLD_AREA: Area = { west: -130, south: -45, east: 160, north: 65 };

/**
 * Area to show and to search: that of the filters, else about their place, else about the viewer's town. Null searches the
 * whole world.
 */
export function chosenArea({ area, near, distance }: Filters, home: MapPoint | null): Area | null {
  if (area) return area;
  if (near) return areaAround(near, distance ?? REACH_KM.position);
  return home && areaAround(home, REACH_KM.town);
}

/** Area that shows all pins. Across 180° if that is the shorter way. Null without pins. */
export function areaOfPins(pins: readonly MapPoint[]): Area | null {
  if (pins.length === 0) return null;
  const [south, north] = span(pins.map(({ latitude }) => latitude));
  const longitudes = pins.map(({ longitude }) => longitude);
  const [west, east] = span(longitudes);
  const [left, right] = span(longitudes.map((longitude) => (longitude < 0 ? longitude + 360 : longitude)));
  const isShorter = right - left < east - west;
  return {
    west: isShorter ? wrapped(left) : Math.max(-180, west),
    south: Math.max(-85, south),
    east: isShorter ? wrapped(right) : Math.min(180, east),
    north: Math.min(85, north),
  };
}

function span(values: readonly number[]): [low: number, high: number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max((high - low) * MARGIN, LEAST_DEGREES / 2);
  return [low - margin, high + margin];
}
