import { type Filters, writeFilters } from "./filters";
import type { SearchTab } from "./tabs";

/** Address of the search with a tab and filters. People are searched on a page of their own. */
export function searchPath(tab: SearchTab, filters: Filters): string {
  if (tab === "people") return filters.q ? `/people?${new URLSearchParams({ q: filters.q })}` : "/people";
  const params = writeFilters(new URLSearchParams(tab === "all" ? {} : { tab }), filters);
  const search = params.toString();
  return search ? `/search?${search}` : "/search";
}

/** Address of the map with the same filters. */
export function mapPath(filters: Filters): string {
  const search = writeFilters(new URLSearchParams(), filters).toString();
  return search ? `/map?${search}` : "/map";
}
