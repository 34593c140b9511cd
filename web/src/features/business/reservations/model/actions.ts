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

export const nextStates = (state: ReservationState): readonly CompanyState[] => EDGES[state] ?? [];

/** Refusals ask for a reason, which the customer reads. */
export const needsReason = (state: CompanyState): boolean =>
  state === "declined" || state === "cancelled_by_company";

export const canMove = (state: ReservationState): boolean => MOVABLE.includes(state);

export const REASON_MAX = 300;
