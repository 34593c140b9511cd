import { needsAddress } from "@/shared/orders/fulfilment";
import type { Order, OrderState } from "@/shared/orders/types";

export interface ProgressStep {
  state: OrderState;
  /** Time of the step. Null: it is to come, or was left out. */
  at: string | null;
  phase: "done" | "now" | "open";
}

const TO_ADDRESS = ["new", "accepted", "processing", "en_route", "fulfilled"] as const;
const AT_COMPANY = ["new", "accepted", "processing", "ready", "fulfilled"] as const;

/** Bookings need no preparation. */
const BOOKED = ["new", "accepted", "fulfilled"] as const;

/** A delivery may be ready before it leaves. */
const ALL_STEPS = ["new", "accepted", "processing", "ready", "en_route", "fulfilled"] as const;

/** Usual steps of an order with those that it has passed. A canceled order has none. */
export function progressOf({
  state,
  fulfilment,
  changes,
  lines,
}: Pick<Order, "changes" | "fulfilment" | "lines" | "state">) {
  if (state === "cancelled" || state === "pending_payment") return [];
  const ofGoods: readonly OrderState[] = needsAddress(fulfilment) ? TO_ADDRESS : AT_COMPANY;
  const usual = lines.length > 0 ? ofGoods : BOOKED;
  const shown = usual.includes(state) ? usual : ALL_STEPS;
  const here = shown.indexOf(state);
  return shown.map((step, index): ProgressStep => {
    const at = changes.findLast((change) => change.state === step)?.at ?? null;
    return { state: step, at, phase: index < here ? "done" : index === here ? "now" : "open" };
  });
}

/** Returns true if the customer said that the order did not arrive: the page then offers help in one place. */
export const needsHelp = ({ received, can }: Pick<Order, "can" | "received">): boolean =>
  received === false && !can.answer_received;
