import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useReread } from "@/lib/useReread";
import { offeringKey } from "@/shared/offering/api";
import { availabilityKeys } from "../api";
import {
  type AvailabilityEvent,
  applyToCalendar,
  applyToDay,
  applyToOccurrences,
  changedStarts,
  type Shown,
  withDay,
} from "../model/availability";
import type { BookableOffering, CalendarDay, DaySlots } from "../types";
import { useAvailabilityEvents } from "./useAvailabilityEvents";

const GLOW_MS = 1_500;

interface Company {
  id: number;
  time_zone: string;
}

interface Followed {
  offering: number;
  /** Null: those of the loaded slots. */
  variants: readonly number[] | null;
}

/** Applies the live events of a company to the loaded days of an offering. Returns the starts that changed just now. */
export function useLiveAvailability({
  id,
  variants,
  company,
}: Pick<BookableOffering, "id" | "variants" | "company">): ReadonlySet<string> {
  return useLiveOfferings(company, [{ offering: id, variants: variants.map((variant) => variant.id) }]);
}

/** Applies the live events of a company to the loaded days of several offerings. */
export function useLiveOfferings(company: Company, shown: readonly Followed[]): ReadonlySet<string> {
  const queries = useQueryClient();
  const [glowing, glow] = useGlow();
  const rereadAll = () => {
    for (const { offering } of shown) rereadAvailability(queries, offering);
  };
  const reread = useReread(rereadAll);
  useAvailabilityEvents(company.id, {
    onEvent(event) {
      for (const one of shown) {
        const { changed, stale } = applyEvent(queries, event, withVariants(queries, one), company.time_zone);
        glow(changed);
        if (stale) reread();
      }
    },
    onGap: reread,
  });
  return glowing;
}

function withVariants(queries: QueryClient, { offering, variants }: Followed): Shown {
  if (variants) return { offering, variants };
  const loaded = queries.getQueriesData<DaySlots>({ queryKey: availabilityKeys.slots(offering) });
  const slots = loaded.flatMap(([, day]) => day?.slots ?? []);
  const ids = slots.flatMap((slot) => slot.variants.map(({ variant_id }) => variant_id));
  return { offering, variants: [...new Set(ids)] };
}

function applyEvent(queries: QueryClient, event: AvailabilityEvent, shown: Shown, zone: string) {
  const changed: string[] = [];
  let stale = false;
  const update = <T>(key: QueryKey, change: (data: T) => T) =>
    queries.setQueriesData<T>({ queryKey: key }, (data) => (data === undefined ? undefined : change(data)));
  for (const key of [availabilityKeys.days(shown.offering), availabilityKeys.staffDays(shown.offering)]) {
    update<CalendarDay[]>(key, (days) => {
      const applied = applyToCalendar(days, event, shown, zone);
      stale ||= applied.stale;
      return applied.state;
    });
  }
  update<DaySlots>(availabilityKeys.slots(shown.offering), (day) => {
    const applied = applyToDay(day, event, shown);
    stale ||= applied.stale;
    if (applied.state !== day) {
      changed.push(...changedStarts(day, applied.state));
      update<CalendarDay[]>(availabilityKeys.days(shown.offering), (days) => withDay(days, applied.state));
    }
    return applied.state;
  });
  queries.setQueryData<BookableOffering>(offeringKey(shown.offering), (page) => {
    if (!page?.occurrences.length) return undefined;
    const applied = applyToOccurrences(page.occurrences, event, shown);
    stale ||= applied.stale;
    return applied.state === page.occurrences ? undefined : { ...page, occurrences: applied.state };
  });
  return { changed, stale };
}

function useGlow(): [ReadonlySet<string>, (starts: readonly string[]) => void] {
  const [glowing, setGlowing] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const glow = useRef((starts: readonly string[]) => {
    if (starts.length === 0) return;
    setGlowing((before) => new Set([...before, ...starts]));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setGlowing(new Set()), GLOW_MS);
  });
  return [glowing, glow.current];
}

export function rereadAvailability(queries: QueryClient, offering: number): void {
  void queries.invalidateQueries({ queryKey: availabilityKeys.days(offering) });
  void queries.invalidateQueries({ queryKey: availabilityKeys.staffDays(offering) });
  void queries.invalidateQueries({ queryKey: availabilityKeys.slots(offering) });
  const hasDates = queries.getQueryData<BookableOffering>(offeringKey(offering))?.occurrences.length;
  if (hasDates) void queries.invalidateQueries({ queryKey: offeringKey(offering), exact: true });
}
