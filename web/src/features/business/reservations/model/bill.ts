// Items of a reservation and the state of its payment.

import type { Reservation, ReservationState } from "../types";

/** Class of tickets, type of room or variant that a reservation takes. */
export interface BookedClass {
  id: number;
  name: string;
  quantity: number;
  /** Minor units. */
  amount: number;
}

/** Returns the units of each class with their price. A stay has an item for each of its nights. */
export function bookedClasses({ items, offering }: Pick<Reservation, "items" | "offering">): BookedClass[] {
  const classes = new Map<number, BookedClass>();
  for (const { variant_id: id, name, quantity, unit_price } of items) {
    const amount = (classes.get(id)?.amount ?? 0) + quantity * unit_price;
    classes.set(id, { id, name: name || offering.name, quantity, amount });
  }
  return [...classes.values()];
}

/** One unit without a name is the offering itself. */
export const hasListedItems = ({ items }: Pick<Reservation, "items">): boolean =>
  items.some(({ name, quantity }) => name !== "" || quantity > 1);

export type PaymentState = "due" | "paid" | "refunded";

const OWING: readonly ReservationState[] = ["awaiting_company", "confirmed", "checked_in"];

type Paid = Pick<Reservation, "total" | "state" | "order_id" | "is_paid" | "refunded">;

/** Returns null if nothing is to be paid. Guests without an order pay at the company by the end of their visit. */
export function paymentState({ total, state, order_id, is_paid, refunded }: Paid): PaymentState | null {
  if (total === 0) return null;
  if (is_paid) return refunded > 0 ? "refunded" : "paid";
  if (state === "completed") return order_id ? "due" : "paid";
  return OWING.includes(state) ? "due" : null;
}

/** Fee of a cancelled reservation: the server sets it to what was charged. */
export const chargedFee = ({ state, cancel_fee }: Pick<Reservation, "state" | "cancel_fee">): number =>
  state === "cancelled_by_user" ? cancel_fee : 0;
