import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Order } from "@/shared/orders/types";
import { readOlderOrders } from "../api";
import { type LiveOrders, withOlder } from "../model/liveOrders";

/** Open orders of a company. Those that the snapshot has no room for are read behind it, and are shown at once: they come first. */
export function useOpenOrders(company: number, live: LiveOrders | undefined): readonly Order[] | undefined {
  const { data } = useQuery({
    // A new snapshot may have missed changes. The orders that are known stay until all are read again.
    queryKey: ["business-orders", "older", company, live?.snapshots],
    enabled: live?.older ?? false,
    queryFn: ({ signal }) => readOlderOrders(live?.oldest?.created_at, signal),
    placeholderData: keepPreviousData,
    // The stream tells of changes, also on the page of an order that leads back here.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return useMemo(() => (live?.older && data ? withOlder(live, data) : live?.open), [live, data]);
}
