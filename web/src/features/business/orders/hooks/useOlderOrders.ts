import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useRepeatWhenReachable } from "@/lib/reachable";
import type { Order } from "@/shared/orders/types";
import { olderKey, readOlderOrders } from "../api";
import { type LiveOrders, nextOlder } from "../model/liveOrders";

/** Reads the open orders that the snapshot has no room for, one page after the other. Changes reach them by `showOrder`. */
export function useOlderOrders(company: number, live: LiveOrders | undefined): readonly Order[] | undefined {
  const enabled = live?.older ?? false;
  const oldest = useRef<string | undefined>(undefined);
  oldest.current = live?.open[0]?.created_at;
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery({
    // A new snapshot holds other orders.
    queryKey: [...olderKey(company), live?.snapshots],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => readOlderOrders(pageParam ?? oldest.current),
    getNextPageParam: (page, _pages, before) => nextOlder(page, before),
    placeholderData: (known) => known,
    // Nobody tells of changes while no board is open.
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page asks for the next
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [data, hasNextPage, isFetching, isError, fetchNextPage]);
  useRepeatWhenReachable(isError ? () => void (data ? fetchNextPage() : refetch()) : null);
  return useMemo(() => (enabled ? data?.pages.flat() : undefined), [enabled, data]);
}
