import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useRepeatWhenReachable } from "@/lib/reachable";
import type { Order } from "@/shared/orders/types";
import { readOlderOrders } from "../api";
import { type LiveOrders, nextOlder, withOlder } from "../model/liveOrders";

/** Open orders of a company. Those that the snapshot has no room for are read behind it, one page after the other. */
export function useOpenOrders(company: number, live: LiveOrders | undefined): readonly Order[] | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery({
    // A new snapshot holds other orders.
    queryKey: ["business-orders", "older", company, live?.snapshots],
    enabled: live?.older ?? false,
    initialPageParam: live?.oldest?.created_at,
    queryFn: ({ pageParam }) => readOlderOrders(pageParam),
    getNextPageParam: (page, _pages, before) => nextOlder(page, before),
    placeholderData: (known) => known,
    // The stream tells of changes, also on the page of an order that leads back here.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page asks for the next
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [data, hasNextPage, isFetching, isError, fetchNextPage]);
  useRepeatWhenReachable(isError ? () => void (data ? fetchNextPage() : refetch()) : null);
  return useMemo(() => (live?.older && data ? withOlder(live, data.pages.flat()) : live?.open), [live, data]);
}
