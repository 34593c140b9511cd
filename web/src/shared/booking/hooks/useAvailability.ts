import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { availabilityKeys, readDays, readSlots } from "../api";
import { lastOfMonth } from "../model/dates";
import type { BookableOffering, CalendarDay } from "../types";

interface Days {
  days: CalendarDay[];
  loading: boolean;
  error: Error | null;
  retry: () => void;
}

/** Calendar of some months: of one member of staff, or of all. */
export function useDays(
  offering: Pick<BookableOffering, "id">,
  months: readonly string[],
  today: string,
  members: number,
  staff: number | null = null,
): Days {
  const key = staff === null ? availabilityKeys.days(offering.id) : availabilityKeys.staffDays(offering.id);
  const pages = useQueries({
    queries: months.map((month) => ({
      queryKey: [...key, month, members, staff],
      queryFn: () =>
        readDays(
          offering.id,
          { from: month < today ? today : month, to: lastOfMonth(month) },
          members,
          staff,
        ),
      placeholderData: keepPreviousData,
    })),
  });
  const days = useMemo(() => pages.flatMap(({ data }) => data ?? []), [pages]);
  return {
    days,
    loading: pages.some(({ isPending }) => isPending),
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const page of pages) if (page.isError) void page.refetch();
    },
  };
}

/** Slots of a day. */
export function useSlots(offering: Pick<BookableOffering, "id">, date: string | null, members: number) {
  return useQuery({
    queryKey: [...availabilityKeys.slots(offering.id), date, members],
    queryFn: () => readSlots(offering.id, date ?? "", members),
    enabled: date !== null,
    // Live changes may be missing without a connection.
    refetchInterval: 60_000,
  });
}
