import type { BookingState } from "../types";

/** State of a booking as it is named: a request that Plaza declined had no answer. */
export type ShownState = BookingState | "unanswered";

interface Step {
  state: BookingState;
  actor: "customer" | "company" | "system";
}

export const shownStep = ({ state, actor }: Step): ShownState =>
  state === "declined" && actor === "system" ? "unanswered" : state;

/** Returns the name of the last step, if it is that of the state. */
export function shownState(booking: { state: BookingState; changes: readonly Step[] }): ShownState {
  const last = booking.changes.at(-1);
  return last?.state === booking.state ? shownStep(last) : booking.state;
}
