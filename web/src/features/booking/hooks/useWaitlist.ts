import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isGuest, useUser } from "@/api/auth";
import { useTopic } from "@/live";
import { availabilityTopic } from "@/shared/booking/model/availabilityTopic";
import { bookingKeys, readWaitlist } from "../api";

/** An offer to this customer is no event of its own: the entries are read again while some wait. */
const REREAD_MS = 15_000;

/** Own waitlist entries. Guests have none. */
export function useWaitlist() {
  const user = useUser();
  return useQuery({
    queryKey: bookingKeys.waitlist,
    queryFn: readWaitlist,
    enabled: user !== null && !isGuest(user),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? REREAD_MS : false),
  });
}

/** Reads the waitlist again when a company's inventory changes: an offer takes some of it. */
export function useWaitlistOf(company: number): void {
  const queries = useQueryClient();
  const { state: log } = useTopic(`availability:${company}`, availabilityTopic);
  const seen = useRef<number | null>(null);
  const count = log?.count;
  useEffect(() => {
    if (count === undefined) return;
    const before = seen.current;
    seen.current = count;
    if (before !== null && before !== count) {
      void queries.invalidateQueries({ queryKey: bookingKeys.waitlist });
    }
  }, [count, queries]);
}
