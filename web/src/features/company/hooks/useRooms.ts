import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useReread } from "@/lib/useReread";
import { availabilityKeys, readDays } from "@/shared/booking/api";
import { useAvailabilityEvents } from "@/shared/booking/hooks/useAvailabilityEvents";
import { useLiveOfferings } from "@/shared/booking/hooks/useLiveAvailability";
import { plusDays } from "@/shared/booking/model/dates";
import { horizonOf, monthsOf } from "@/shared/booking/model/horizon";
import type { CalendarDay } from "@/shared/booking/types";
import { offeringKey, readOffering } from "@/shared/offering/api";
import { readRooms } from "../api";
import { byState, cheapestDays, type RoomState, roomState } from "../model/rooms";
import type { StaySearch } from "../model/staySearch";
import type { CompanyDetails, RoomOffer } from "../types";

/** Days of one calendar request: the server's limit. */
const WINDOW = 92;

export interface Room {
  offer: RoomOffer;
  state: RoomState;
}

/** Reads the rooms of a company for a search, with their calendars. Both follow what others book. */
export function useRooms(company: CompanyDetails, search: StaySearch) {
  const queries = useQueryClient();
  const offers = useQuery({
    queryKey: ["company", "rooms", company.id, search],
    queryFn: () => readRooms(company.id, search),
    placeholderData: keepPreviousData,
    // Live changes may be missing without a connection.
    refetchInterval: 60_000,
  });
  const ids = offers.data?.map(({ id }) => id) ?? [];
  const calendars = useCalendars(company, ids, search.date);
  useLiveOfferings(company, useVariants(ids));
  const reread = useReread(() => queries.invalidateQueries({ queryKey: ["company", "rooms", company.id] }));
  useAvailabilityEvents(company.id, { onEvent: reread, onGap: reread });
  const rooms = offers.data?.map((offer): Room => {
    return { offer, state: roomState(offer, search, calendars.byRoom.get(offer.id) ?? []) };
  });
  return { offers, rooms: rooms && byState(rooms), calendars };
}

/** Reads the variants of rooms: events name the variant whose units change. */
function useVariants(ids: readonly number[]) {
  const details = useQueries({
    queries: ids.map((id) => ({ queryKey: offeringKey(id), queryFn: () => readOffering(id) })),
  });
  return details.flatMap(({ data }) =>
    data ? [{ offering: data.id, variants: data.variants.map(({ id }) => id) }] : [],
  );
}

export type RoomCalendars = ReturnType<typeof useCalendars>;

/** Reads the calendars of rooms, one period after the other. */
function useCalendars(company: CompanyDetails, ids: readonly number[], date: string | null) {
  const horizon = horizonOf(company);
  const periods = useMemo(() => periodsOf(horizon.today, horizon.last), [horizon.today, horizon.last]);
  const indexOf = (day: string) =>
    Math.max(
      0,
      periods.findLastIndex(({ from }) => from <= day),
    );
  const [loaded, setLoaded] = useState(() => (date === null ? 1 : indexOf(date) + 1));
  const pages = useQueries({
    queries: ids.flatMap((id) =>
      periods.slice(0, loaded).map((period) => ({
        queryKey: [...availabilityKeys.days(id), period.from, WINDOW],
        queryFn: () => readDays(id, period, 1),
      })),
    ),
  });
  const byRoom = new Map<number, CalendarDay[]>(
    ids.map((id, at) => [id, pages.slice(at * loaded, (at + 1) * loaded).flatMap(({ data }) => data ?? [])]),
  );
  return {
    byRoom,
    days: cheapestDays([...byRoom.values()]),
    months: monthsOf(horizon),
    loading: pages.some(({ isPending }) => isPending),
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const page of pages) if (page.isError) void page.refetch();
    },
    /** A month comes into view. */
    show: (month: string) => setLoaded((count) => Math.max(count, indexOf(plusDays(month, 31)) + 1)),
  };
}

function periodsOf(today: string, last: string): { from: string; to: string }[] {
  const periods: { from: string; to: string }[] = [];
  for (let from = today; from <= last; from = plusDays(from, WINDOW)) {
    periods.push({ from, to: plusDays(from, WINDOW - 1) });
  }
  return periods;
}
