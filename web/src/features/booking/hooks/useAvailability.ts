import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dateIn } from "@/shared/opening/zonedTime";
import { bookingKeys, readDays, readSlots } from "../api";
import { lastOfMonth, monthOf, plusDays, plusMonths } from "../model/dates";
import type { BookableOffering, CalendarDay, CompanyTerms } from "../types";

/** First and last date that can be booked, in the company's zone. */
export interface Horizon {
  today: string;
  last: string;
  /** Time between a booking and its start, at least. */
  noticeMs: number;
}

export function horizonOf(company: CompanyTerms): Horizon {
  const today = dateIn(company.time_zone, Date.now());
  const { horizon_days, notice_minutes } = company.reservation;
  return { today, last: plusDays(today, horizon_days), noticeMs: notice_minutes * 60_000 };
}

/** Months from today to the horizon. */
export function monthsOf({ today, last }: Horizon): string[] {
  const months: string[] = [];
  for (let month = monthOf(today); month <= last; month = plusMonths(month, 1)) months.push(month);
  return months;
}

interface Days {
  days: CalendarDay[];
  loading: boolean;
  error: Error | null;
  retry: () => void;
}

/** Calendar of some months. */
export function useDays(
  offering: BookableOffering,
  months: readonly string[],
  today: string,
  members: number,
): Days {
  const pages = useQueries({
    queries: months.map((month) => ({
      queryKey: [...bookingKeys.days(offering.id), month, members],
      queryFn: () => readDays(offering.id, month < today ? today : month, lastOfMonth(month), members),
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
export function useSlots(offering: BookableOffering, date: string | null, members: number) {
  return useQuery({
    queryKey: [...bookingKeys.slots(offering.id), date, members],
    queryFn: () => readSlots(offering.id, date ?? "", members),
    enabled: date !== null,
    // Live changes may be missing without a connection.
    refetchInterval: 60_000,
  });
}
