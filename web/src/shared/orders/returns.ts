import type { Order } from "./types";

export type OrderReturn = Order["returns"][number];
export type ReturnState = OrderReturn["state"];
export type ReturnReason = OrderReturn["reason"];

/** Reasons in the order of the form. */
export const RETURN_REASONS = [
  "damaged",
  "wrong_item",
  "missing_parts",
  "not_as_described",
  "changed_mind",
  "other",
] as const satisfies readonly ReturnReason[];

const OPEN = [
  "requested",
  "approved",
  "in_transit",
  "received",
  "inspected",
] as const satisfies ReturnState[];

/** Returns true if a side still has to do something. */
export const isReturnOpen = ({ state }: Pick<OrderReturn, "state">): boolean =>
  (OPEN as readonly ReturnState[]).includes(state);
