import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type Page, pageParams } from "@/api/pagination";
import type { Offering } from "@/shared/offering/types";
import { type FoundCompany, findCompanies, findOfferings } from "../api";
import type { Filters } from "../model/filters";
import { listQuery } from "../model/request";
import type { ListKind } from "../model/tabs";

/** Long enough that Back finds the list as it was left, at any length. */
const KEPT = { staleTime: 120_000, gcTime: 1_800_000 };

interface Items {
  companies: FoundCompany;
  offerings: Offering;
}

const FIND: {
  [List in ListKind]: (filters: Filters, page?: number, size?: number) => Promise<Page<Items[List]>>;
} = { companies: findCompanies, offerings: findOfferings };

/** Companies or offerings, by page. */
export function useResults<List extends ListKind>(list: List, filters: Filters) {
  const pages = useInfiniteQuery({
    queryKey: ["discover", list, listQuery(filters)],
    queryFn: ({ pageParam }) => FIND[list](filters, pageParam),
    ...pageParams,
    placeholderData: keepPreviousData,
    ...KEPT,
  });
  return { pages, items: uniqueItems(pages.data?.pages ?? []), total: pages.data?.pages[0]?.total };
}

/** Query of the first results only, for a row or a part of a page. */
export const firstResults = <List extends ListKind>(list: List, filters: Filters, count: number) =>
  queryOptions({
    queryKey: ["discover", "first", list, count, listQuery(filters)],
    queryFn: () => FIND[list](filters, 1, count),
    placeholderData: keepPreviousData,
    ...KEPT,
  });

/** Number of results that filters would show. */
export function useTotal(list: ListKind, filters: Filters, enabled: boolean) {
  const total = useQuery({
    queryKey: ["discover", "total", list, listQuery(filters)],
    queryFn: async () => (await FIND[list](filters, 1, 1)).total,
    placeholderData: keepPreviousData,
    enabled,
  });
  return { total: total.data, busy: total.isFetching };
}

/** Joins pages. An item that moved between two reads is listed once. */
export function uniqueItems<Item extends { id: number }>(pages: readonly Page<Item>[]): Item[] {
  const known = new Set<number>();
  return pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => {
      if (known.has(id)) return false;
      known.add(id);
      return true;
    });
}
