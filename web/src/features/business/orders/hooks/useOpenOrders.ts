import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Order } from "@/shared/orders/types";
import { readOlderOrders } from "../api";
import { boardOrders, type LiveOrders, withOlder } from "../model/liveOrders";

const OLDER = ["business-orders", "older"] as const;
const keyOf = (company: number, snapshot: number) => [...OLDER, company, snapshot] as const;

/** Open orders of a company. Those that the snapshot has no room for are read behind it, and are shown at once: they come first. */
export function useOpenOrders(company: number, live: LiveOrders | undefined): readonly Order[] | undefined {
  const queries = useQueryClient();
  const snapshot = live?.snapshots ?? 0;
  const { data } = useQuery({
    // A new snapshot may have missed changes. The orders that are known stay until all are read again.
    queryKey: keyOf(company, snapshot),
    enabled: live?.older ?? false,
    async queryFn({ signal }) {
      // Thousands of orders of each snapshot would stay for a minute.
      queries.removeQueries({ queryKey: OLDER, type: "inactive" });
      return boardOrders(await readOlderOrders(live?.oldest?.created_at, signal));
    },
    // The stream keeps what left the board since the snapshot before.
    placeholderData: (known, query) => (isRecent(query?.queryKey, company, snapshot) ? known : undefined),
    // The stream tells of changes, also on the page of an order that leads back here.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    structuralSharing: false,
  });
  const { older, open, left } = live ?? {};
  return useMemo(
    () => (older && data && open && left ? withOlder({ open, left }, data) : open),
    [older, data, open, left],
  );
}

const isRecent = (key: ReturnType<typeof keyOf> | undefined, company: number, snapshot: number): boolean =>
  key?.[2] === company && key[3] >= snapshot - 1;
