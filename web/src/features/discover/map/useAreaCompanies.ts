import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { pageParams } from "@/api/pagination";
import { type Area, writeArea } from "@/shared/map/area";
import { findCompaniesIn } from "../api";
import { uniqueItems } from "../hooks/useResults";
import type { Filters } from "../model/filters";
import { listQuery } from "../model/request";

/** Companies in an area, by page. `area` is undefined until it is known, and null for the whole world. */
export function useAreaCompanies(filters: Filters, area: Area | null | undefined) {
  const bounds = area ? writeArea(area) : undefined;
  const pages = useInfiniteQuery({
    queryKey: ["discover", "map", listQuery(filters), bounds],
    queryFn: ({ pageParam }) => findCompaniesIn(filters, bounds, pageParam),
    ...pageParams,
    enabled: area !== undefined,
    placeholderData: keepPreviousData,
    // Back finds the map as it was left.
    staleTime: 120_000,
    gcTime: 1_800_000,
  });
  return { pages, companies: uniqueItems(pages.data?.pages ?? []), total: pages.data?.pages[0]?.total };
}
