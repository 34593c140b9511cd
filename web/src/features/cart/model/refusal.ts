import { ApiError } from "@/api/errors";

/** Refusals of an order with words of their own. Others follow from the problems of the cart. */
const REFUSALS = {
  "order.price_changed": "refusal.price",
  "order.cart_changed": "refusal.changed",
  "order.sold_out": "refusal.soldOut",
  "order.lines": "refusal.lines",
  "order.booking_ended": "refusal.booking",
  "order.promo_code": "refusal.promo",
  "order.coins": "refusal.coins",
  network: "common:error.network",
} as const;

export type RefusalKey = (typeof REFUSALS)[keyof typeof REFUSALS] | "refusal.other";

export function refusalOf(error: Error): RefusalKey {
  const code = error instanceof ApiError ? error.code : "";
  return REFUSALS[code as keyof typeof REFUSALS] ?? "refusal.other";
}
