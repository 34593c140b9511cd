import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useReread } from "@/lib/useReread";
import type { Order } from "@/shared/orders/types";
import { useBusiness } from "../../api";
import { readNewCount, useCompanyStream } from "../api";
import { isArrival, isOlder } from "../model/liveOrders";

const COUNT = ["business-orders", "new"] as const;

export interface NewOrders {
  /** Those that the stream has sent since, or with its snapshot. */
  arrived: readonly Order[];
  /** Number of those that the snapshot has no room for. */
  older: number;
  count: number;
}

/** New orders of the company of the signed-in member, live. */
export function useNewOrders(): NewOrders {
  const company = useBusiness().data?.company?.id;
  const live = useCompanyStream(company).state?.orders;
  const known = useMemo(() => (live ? live.open.filter(({ state }) => state === "new") : []), [live]);
  const recent = live ? known.filter((order) => !isOlder(live, order)).length : 0;
  const latest = useRef(recent);
  latest.current = recent;
  const { data } = useQuery({
    queryKey: [...COUNT, company],
    enabled: live?.older ?? false,
    queryFn: async () => Math.max(0, (await readNewCount()) - latest.current),
  });
  const older = live?.older ? (data ?? 0) : 0;
  const arrived = live ? known.filter((order) => isArrival(live, order)) : known;
  return { arrived, older, count: recent + older };
}

/** Counts the new orders again after changes, if the snapshot has no room for all. The shell calls it once. */
export function useRecount(): void {
  const queries = useQueryClient();
  const live = useCompanyStream(useBusiness().data?.company?.id).state?.orders;
  const recount = useReread(() => void queries.invalidateQueries({ queryKey: COUNT }));
  const seen = useRef(live);
  useEffect(() => {
    // The first state is as old as the first count.
    if (seen.current && live?.older && live !== seen.current) recount();
    seen.current = live;
  }, [live, recount]);
}
