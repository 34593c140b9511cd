import { useEffect, useRef } from "react";
import { useTopic } from "@/live";
import type { AvailabilityEvent } from "../model/availability";
import { availabilityTopic, eventsSince } from "../model/availabilityTopic";

interface Listener {
  onEvent: (event: AvailabilityEvent) => void;
  /** Events are missing: what is shown must be read again. */
  onGap: () => void;
}

/** Follows what is taken and freed at a company while the page is open. */
export function useAvailabilityEvents(company: number | undefined, listener: Listener): void {
  const stream = company === undefined ? null : `availability:${company}`;
  const { state: log } = useTopic(stream, availabilityTopic);
  const seen = useRef<{ epoch: number; count: number } | null>(null);
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    if (!log) return;
    const before = seen.current;
    seen.current = { epoch: log.epoch, count: log.count };
    if (!before) return;
    const events = eventsSince(log, before);
    if (!events) return latest.current.onGap();
    for (const event of events) latest.current.onEvent(event);
  }, [log]);
}
