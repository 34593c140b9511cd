import type { Ticket } from "../types";

/** Subject of a ticket: an order, or a booking that no order pays. */
export interface Purchase {
  kind: "order" | "booking";
  id: number;
  code: string;
  company: { name: string };
}

/** Value of a purchase in a list of choices. */
export const keyOf = ({ kind, id }: Pick<Purchase, "kind" | "id">): string => `${kind}-${id}`;

/** Purchase that the address of a new ticket names. */
export function namedIn(search: URLSearchParams): Pick<Purchase, "kind" | "id"> | null {
  for (const kind of ["order", "booking"] as const) {
    const id = Number(search.get(kind));
    if (id > 0) return { kind, id };
  }
  return null;
}

/** Number and screen of the purchase of a ticket, as its side sees them. */
export function purchaseOf({ order, booking }: Ticket, side: "customer" | "company") {
  const isCompany = side === "company";
  if (order)
    return { kind: "order", code: order.code, path: `${isCompany ? "/pro" : ""}/orders/${order.id}` };
  if (!booking) return null;
  const path = isCompany ? `/pro/reservations?reservation=${booking.id}` : `/reservations/${booking.id}`;
  return { kind: "booking", code: booking.code, path };
}
