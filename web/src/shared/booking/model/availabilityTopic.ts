import type { Topic } from "@/live";
import type { AvailabilityEvent } from "./availability";

/** Events of the stream since it was joined. A new `epoch` means that some may be missing: pages read again. */
export interface AvailabilityLog {
  epoch: number;
  /** Number of events so far, of which `recent` holds the last. */
  count: number;
  recent: readonly AvailabilityEvent[];
}

export const MAX_RECENT = 50;

export const availabilityTopic: Topic<AvailabilityLog> = {
  snapshot: (_, before) => ({ epoch: (before?.epoch ?? 0) + 1, count: 0, recent: [] }),
  event: (log, event) => ({
    ...log,
    count: log.count + 1,
    recent: [...log.recent, event as AvailabilityEvent].slice(-MAX_RECENT),
  }),
};

/** Progress of a reader of the log. */
export interface LogPosition {
  epoch: number;
  count: number;
}

/** Returns the events after a position. Null if some of them are missing. */
export function eventsSince(
  log: AvailabilityLog,
  position: LogPosition,
): readonly AvailabilityEvent[] | null {
  const missed = log.count - position.count;
  if (log.epoch !== position.epoch || missed > log.recent.length) return null;
  return missed > 0 ? log.recent.slice(-missed) : [];
}
