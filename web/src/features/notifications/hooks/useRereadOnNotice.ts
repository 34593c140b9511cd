import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { BOOKING_QUERIES } from "@/shared/booking/model/bookingQueries";
import type { Notification } from "../types";
import { useInbox } from "./useInbox";

/** Queries that a notification of a group makes out of date. */
const STALE: Partial<Record<Notification["group"], readonly QueryKey[]>> = {
  bookings: Object.values(BOOKING_QUERIES),
};

/** Reads open pages again when a notification says that they changed. */
export function useRereadOnNotice(): void {
  const queries = useQueryClient();
  const newest = useInbox().state?.newest;
  /** Position of the newest notification so far. */
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (!newest) return;
    const before = seen.current;
    seen.current = Math.max(before ?? 0, ...newest.map(({ position }) => position));
    if (before === null) return;
    const groups = new Set(newest.filter(({ position }) => position > before).map(({ group }) => group));
    for (const group of groups) {
      for (const queryKey of STALE[group] ?? []) void queries.invalidateQueries({ queryKey });
    }
  }, [newest, queries]);
}
