import { wasPaid } from "@/shared/orders/order";
import type { Order } from "../types";

/** Stage of a payment page. */
export type Stage = "choose" | "bank" | "processing" | "completed" | "expired" | "closed";

type Payable = Pick<Order, "state"> & {
  can: Pick<Order["can"], "pay">;
  payment: Pick<Order["payment"], "state" | "provider">;
};

/** Returns the stage of an order's payment. */
export function stageOf({ state, can, payment }: Payable): Stage {
  if (wasPaid({ payment }) || payment.provider === "on_site") {
    return state === "cancelled" ? "closed" : "completed";
  }
  if (state === "cancelled" || payment.state === "voided") return "expired";
  if (payment.state === "processing") return "processing";
  if (!can.pay) return state === "pending_payment" ? "expired" : "closed";
  return payment.state === "requires_action" ? "bank" : "choose";
}

const FAILURES = [
  "card_declined",
  "authentication_failed",
  "expired_card",
  "incorrect_cvc",
  "insufficient_funds",
  "processing_error",
] as const;

/** Returns the reason of the last failure that has words of its own. */
export const failureOf = (failure: string | null): (typeof FAILURES)[number] | "other" | null =>
  failure === null ? null : (FAILURES.find((known) => known === failure) ?? "other");

/** Returns the time left as "9:05". */
export function formatLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
