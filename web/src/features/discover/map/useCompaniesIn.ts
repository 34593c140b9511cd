import type { Area } from "@/shared/map/area";
import type { CompanyHit, SearchHit } from "../api";
import { MAP_PAGE, type Total, useSearch } from "../hooks/useSearch";
import type { Filters } from "../model/filters";

const NOTHING: Total = { count: 0, more: false };

/** Companies in an area, by page. `area` is undefined until it is known, and null for the whole world. */
export function useCompaniesIn(filters: Filters, area: Area | null | undefined) {
  const { pages, hits, first, total } = useSearch(
    "places",
    { ...filters, area: area ?? null },
    { perPage: MAP_PAGE, enabled: area !== undefined },
  );
  // An area without places stays empty: those elsewhere are not on the map.
  const isElsewhere = first?.relaxed.includes("distance") ?? false;
  return {
    pages,
    first: isElsewhere ? undefined : first,
    companies: isElsewhere ? [] : hits.filter(isCompany),
    total: isElsewhere ? NOTHING : total,
  };
}

const isCompany = (hit: SearchHit): hit is CompanyHit => hit.type === "company";
