import type { Order, OrderState } from "./types";

/** States on the way from the payment to the customer. */
export const OPEN_STATES = [
  "pending_payment",
  "new",
  "accepted",
  "processing",
  "ready",
  "en_route",
] as const satisfies readonly OrderState[];

export const isOpen = ({ state }: Pick<Order, "state">): boolean =>
  (OPEN_STATES as readonly OrderState[]).includes(state);

type Paid = { payment: Pick<Order["payment"], "state"> };

/** Returns true if the money has arrived and not all of it went back: a cancellation pays it back. */
export const isPaid = ({ payment: { state } }: Paid): boolean =>
  state === "paid" || state === "partially_refunded" || state === "disputed";

/** Returns true if the money has arrived, also if all of it went back later. */
export const wasPaid = (order: Paid): boolean =>
  isPaid(order) || order.payment.state === "refunded" || order.payment.state === "charged_back";

/** Returns the later of two versions of an order. A delayed answer never hides a newer event. */
export function latest(known: Order | undefined, other: Order): Order {
  if (!known) return other;
  return Date.parse(other.changed_at) >= Date.parse(known.changed_at) ? other : known;
}

/** Number of units and bookings in an order. */
export const unitCount = ({ lines, bookings }: Pick<Order, "lines" | "bookings">): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, bookings.length);
