import type { Topic } from "@/live";
import type { Reservation } from "../types";

export interface LiveChange {
  seq: number;
  reservation: Reservation;
  isNew: boolean;
}

export interface LiveReservations {
  /** Open reservations, the next first. */
  open: readonly Reservation[];
  /** Latest changes, oldest first. */
  changes: readonly LiveChange[];
  /** Number of snapshots. Each may hide missed changes. */
  snapshots: number;
}

const CHANGES_KEPT = 20;

const isOpen = ({ state }: Reservation): boolean =>
  state === "awaiting_company" || state === "confirmed" || state === "checked_in";

const byStart = (a: Reservation, b: Reservation): number =>
  Date.parse(a.starts_at) - Date.parse(b.starts_at) || a.id - b.id;

interface ReservationEvent {
  type: "reservation";
  reservation: Reservation;
}

/** Part of the stream `orders:{company}` with the reservations. */
export const reservationsTopic: Topic<LiveReservations> = {
  snapshot: (data, before) => ({
    open: (data as { reservations: Reservation[] }).reservations,
    changes: before?.changes ?? [],
    snapshots: (before?.snapshots ?? 0) + 1,
  }),
  event(state, event, seq) {
    const { type, reservation } = event as ReservationEvent;
    if (type !== "reservation") return state;
    const known = state.open.some(({ id }) => id === reservation.id);
    const rest = state.open.filter(({ id }) => id !== reservation.id);
    // A return from a no-show is open and unknown as well, and not new.
    const isNew = !known && (reservation.state === "awaiting_company" || reservation.state === "confirmed");
    return {
      ...state,
      open: isOpen(reservation) ? [...rest, reservation].sort(byStart) : rest,
      changes: [...state.changes, { seq, reservation, isNew }].slice(-CHANGES_KEPT),
    };
  },
};

/** Changes after `seen`, the latest of each reservation. */
export function changesSince(changes: readonly LiveChange[], seen: LiveChange | undefined): LiveChange[] {
  const after = seen === undefined ? changes : changes.slice(changes.indexOf(seen) + 1);
  return [...new Map(after.map((change) => [change.reservation.id, change])).values()];
}
