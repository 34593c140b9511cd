import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { MapPoint } from "@/shared/map/area";
import { useHomePlace } from "@/shared/place/useHomePlace";
import { SEARCH_KEY } from "@/shared/search/searchKey";
import { type SearchHit, search } from "../api";
import type { Filters } from "../model/filters";
import { searchRequest } from "../model/request";
import type { SearchTab } from "../model/tabs";

/** Long enough that Back finds the list as it was left, at any length. */
const KEPT = { staleTime: 120_000, gcTime: 1_800_000 };

/** Milliseconds after which a search is asked for again while its index is being made. */
const PREPARING = 2_000;

const limits = { limit: 24, map: 50, count: 1 };

/** Point that results are near to: the viewer's town. Undefined until it is known. */
function useHome(): MapPoint | null | undefined {
  const home = useHomePlace();
  return home.isPending ? undefined : (home.data ?? null);
}

/** Results of a tab, by page. Not asked for while `enabled` is false. */
export function useSearch(
  tab: SearchTab,
  filters: Filters,
  { perPage = limits.limit, enabled = true }: { perPage?: number; enabled?: boolean } = {},
) {
  const home = useHome();
  const request = { ...searchRequest(tab, filters, home ?? null), limit: perPage };
  const pages = useInfiniteQuery({
    queryKey: [...SEARCH_KEY, request],
    queryFn: ({ pageParam }) => search({ ...request, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: enabled && home !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.preparing ? PREPARING : false),
    ...KEPT,
  });
  const [first] = pages.data?.pages ?? [];
  return {
    pages,
    first,
    hits: uniqueHits(pages.data?.pages.flatMap(({ hits }) => hits) ?? []),
    reels: uniqueById(pages.data?.pages.flatMap(({ reels }) => reels) ?? []),
    people: uniqueById(pages.data?.pages.flatMap(({ people }) => people) ?? []),
    total:
      first &&
      totalOf({
        dated: isDated(filters, first),
        total: first.total,
        shown: pages.data?.pages.reduce((sum, { hits }) => sum + hits.length, 0) ?? 0,
        more: pages.hasNextPage,
      }),
  };
}

export type SearchResults = ReturnType<typeof useSearch>;

export const MAP_PAGE = limits.map;

const isDated = ({ date, q }: Filters, { understood }: { understood: { date: string | null } }): boolean =>
  date !== null || (q !== "" && understood.date != null);

/** Number of results. `more`: there are others, of a number that is not known. */
export interface Total {
  count: number;
  more: boolean;
}

interface SearchCount {
  /** The search is for what is free on a day. */
  dated: boolean;
  /** Number that the server counted. */
  total: number;
  /** Results that were read. */
  shown: number;
  /** Others follow. */
  more: boolean;
}

/** The server counts before it looks at what is free on a day: the number is known once all of them are. */
export const totalOf = ({ dated, total, shown, more }: SearchCount): Total =>
  dated ? { count: shown, more } : { count: total, more: false };

/** Number of results and counts of the filters that a search would show. */
export function useSearchCounts(tab: SearchTab, filters: Filters, enabled: boolean) {
  const home = useHome();
  const counts = useQuery({
    ...countQuery(tab, filters, home ?? null),
    enabled: enabled && home !== undefined,
  });
  // Results that remain after conditions were given up do not meet the filters.
  const total = counts.data && (counts.data.relaxed.length > 0 ? 0 : counts.data.total);
  return { total, facets: counts.data?.facets, busy: counts.isFetching };
}

const countQuery = (tab: SearchTab, filters: Filters, home: MapPoint | null) => {
  const request = { ...searchRequest(tab, filters, home), limit: limits.count };
  return queryOptions({
    queryKey: [...SEARCH_KEY, "counts", request],
    queryFn: () => search(request),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.preparing ? PREPARING : false),
    ...KEPT,
  });
};

export const keyOf = (hit: SearchHit): string =>
  hit.type === "company" ? `company ${hit.company.id}` : `offering ${hit.offering.id}`;

/** Joins pages. A result that moved between two reads is listed once. */
function uniqueHits(hits: readonly SearchHit[]): SearchHit[] {
  const known = new Set<string>();
  return hits.filter((hit) => {
    const key = keyOf(hit);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** An item that moved between two reads is listed once. */
const uniqueById = <Item extends { id: number }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/** Joins pages of another list. An item that moved between two reads is listed once. */
export const uniqueItems = <Item extends { id: number }>(pages: readonly { items: Item[] }[]): Item[] =>
  uniqueById(pages.flatMap((page) => page.items));
