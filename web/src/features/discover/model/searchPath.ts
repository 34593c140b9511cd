import { type Filters, writeFilters } from "./filters";
import type { SearchTab } from "./tabs";

/** Address of a list with a tab and filters. */
export function searchPath(tab: SearchTab, filters: Filters, screen = "/search"): string {
  const params = writeFilters(new URLSearchParams(tab === "all" ? {} : { tab }), filters);
  const search = params.toString();
  return search ? `${screen}?${search}` : screen;
}

/** Address of the map with the same filters. */
export const mapPath = (filters: Filters): string => searchPath("all", filters, "/map");
