import { type Filters, writeFilters } from "./filters";
import { MAP_PATH, type MapPlace, NO_PLACE, writeMapPlace } from "./mapPlace";
import type { SearchTab } from "./tabs";

/** Address of a list with a tab and filters, or of the map at a place. */
export function searchPath(
  tab: SearchTab,
  filters: Filters,
  screen = "/search",
  place: MapPlace = NO_PLACE,
): string {
  const params = writeFilters(new URLSearchParams(tab === "all" ? {} : { tab }), filters);
  const search = writeMapPlace(params, place).toString();
  return search ? `${screen}?${search}` : screen;
}

/** Address of the map with the same filters. */
export const mapPath = (filters: Filters): string => searchPath("all", filters, MAP_PATH);
