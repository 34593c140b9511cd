import type { ReservationState } from "../types";

/** State that the company may set. */
export type CompanyState = Extract<
  ReservationState,
  "cancelled_by_company" | "checked_in" | "completed" | "confirmed" | "declined" | "no_show"
>;

/** The company's edges of the server's state machine, the usual one first. */
const EDGES: Partial<Record<ReservationState, readonly CompanyState[]>> = {
  awaiting_company: ["confirmed", "declined"],
  confirmed: ["checked_in", "completed", "no_show", "cancelled_by_company"],
  checked_in: ["completed"],
  no_show: ["checked_in"],
};

const MOVABLE: readonly ReservationState[] = ["awaiting_company", "confirmed"];

const EARLY_ARRIVAL_MS = 12 * 3_600_000;

/** Time before the start from which a state can be set, as the server checks it. */
const EARLIEST_MS: Partial<Record<CompanyState, number>> = {
  checked_in: EARLY_ARRIVAL_MS,
  completed: 0,
  no_show: 0,
};

/** Returns the states that the company may set at this time. */
export function nextStates(
  { state, starts_at }: { state: ReservationState; starts_at: string },
  now = Date.now(),
): readonly CompanyState[] {
  const start = Date.parse(starts_at);
  return (EDGES[state] ?? []).filter(
    (next) => now >= start - (EARLIEST_MS[next] ?? Number.POSITIVE_INFINITY),
  );
}

/** Refusals ask for a reason, which the customer reads. */
export const needsReason = (state: CompanyState): state is "cancelled_by_company" | "declined" =>
  state === "declined" || state === "cancelled_by_company";

export const canMove = (state: ReservationState): boolean => MOVABLE.includes(state);

export const REASON_MAX = 300;
