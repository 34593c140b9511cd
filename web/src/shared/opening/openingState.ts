import type { OpeningState } from "@/shared/offering/types";

const MINUTE = 60_000;
/** The server uses the same limits. */
const CLOSING_SOON = 30 * MINUTE;
const OPENING_SOON = 60 * MINUTE;

/** Returns the state at `now`, from a state that the server computed earlier. */
export function stateAt(state: OpeningState, now: number): OpeningState {
  if (state.state === "open" || state.state === "closing_soon") {
    if (state.closes_at === null) return state;
    const left = Date.parse(state.closes_at) - now;
    if (left <= 0) return { state: "closed", opens_at: null };
    return left <= CLOSING_SOON ? { state: "closing_soon", closes_at: state.closes_at } : state;
  }
  if (state.opens_at === null) return state;
  const left = Date.parse(state.opens_at) - now;
  if (left <= 0) return { state: "open", closes_at: null };
  return left <= OPENING_SOON ? { state: "opening_soon", opens_at: state.opens_at } : state;
}

/** Returns the instant of the next change that the state names. */
export const changesAt = (state: OpeningState): string | null =>
  state.state === "open" || state.state === "closing_soon" ? state.closes_at : state.opens_at;
