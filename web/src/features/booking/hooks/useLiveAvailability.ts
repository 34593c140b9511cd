import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTopic } from "@/live";
import { bookingKeys } from "../api";
import {
  type AvailabilityEvent,
  applyToCalendar,
  applyToDay,
  changedStarts,
  type Shown,
  withDay,
} from "../model/availability";
import { availabilityTopic, eventsSince } from "../model/availabilityTopic";
import type { BookableOffering, CalendarDay, DaySlots } from "../types";

const GLOW_MS = 1_500;
/** Events come in groups: the days are read again once. The spread keeps many pages from asking together. */
const REREAD_MS = 500;
const REREAD_SPREAD_MS = 1_000;

/** Applies the live events of a company to the loaded days. Returns the starts that changed just now. */
export function useLiveAvailability(offering: BookableOffering): ReadonlySet<string> {
  const queries = useQueryClient();
  const { state: log } = useTopic(`availability:${offering.company.id}`, availabilityTopic);
  const seen = useRef<{ epoch: number; count: number } | null>(null);
  const [glowing, glow] = useGlow();
  const reread = useReread(queries, offering.id);
  const shown = useMemo<Shown>(
    () => ({ offering: offering.id, variants: offering.variants.map(({ id }) => id) }),
    [offering],
  );
  const zone = offering.company.time_zone;
  useEffect(() => {
    if (!log) return;
    const before = seen.current;
    seen.current = { epoch: log.epoch, count: log.count };
    if (!before) return;
    const events = eventsSince(log, before);
    if (!events) return reread();
    for (const event of events) {
      const { changed, stale } = applyEvent(queries, event, shown, zone);
      glow(changed);
      if (stale) reread();
    }
  }, [log, queries, shown, zone, glow, reread]);
  return glowing;
}

function applyEvent(queries: QueryClient, event: AvailabilityEvent, shown: Shown, zone: string) {
  const changed: string[] = [];
  let stale = false;
  const update = <T>(key: QueryKey, change: (data: T) => T) =>
    queries.setQueriesData<T>({ queryKey: key }, (data) => (data === undefined ? undefined : change(data)));
  update<CalendarDay[]>(bookingKeys.days(shown.offering), (days) => {
    const applied = applyToCalendar(days, event, shown, zone);
    stale ||= applied.stale;
    return applied.state;
  });
  update<DaySlots>(bookingKeys.slots(shown.offering), (day) => {
    const applied = applyToDay(day, event, shown);
    stale ||= applied.stale;
    if (applied.state !== day) {
      changed.push(...changedStarts(day, applied.state));
      update<CalendarDay[]>(bookingKeys.days(shown.offering), (days) => withDay(days, applied.state));
    }
    return applied.state;
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

/** Reads the loaded days and slots of an offering again, a moment later. */
function useReread(queries: QueryClient, offering: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () => rereadAvailability(queries, offering),
        REREAD_MS + Math.random() * REREAD_SPREAD_MS,
      );
    },
    [queries, offering],
  );
}

export function rereadAvailability(queries: QueryClient, offering: number): void {
  void queries.invalidateQueries({ queryKey: bookingKeys.days(offering) });
  void queries.invalidateQueries({ queryKey: bookingKeys.slots(offering) });
}
