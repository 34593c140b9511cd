import { specOf } from "@/shared/booking/model/bookable";
import type { Booking } from "@/shared/booking/types";
import { type Selection, startSelection } from "./selection";

/** Selection of a booking that is moved: its party and variants, without its time. */
export function selectionOf(
  offering: Parameters<typeof startSelection>[0],
  { items, members, children }: Pick<Booking, "items" | "members" | "children">,
): Selection {
  const { party, rooms } = specOf(offering.availability);
  const [first] = items;
  const start = startSelection(offering, {
    variant: first?.variant_id ?? null,
    rooms: rooms ? (first?.quantity ?? 1) : 1,
    quantities:
      party === "quantities" ? Object.fromEntries(items.map((item) => [item.variant_id, item.quantity])) : {},
  });
  return { ...start, members, children };
}

type Terms = Pick<Booking, "starts_at" | "free_cancel_until" | "cancel_fee" | "total" | "currency">;

/** Terms of cancellation at another time, as the server keeps them: the time before the start, and the share of the price. */
export function movedTerms(
  { starts_at, free_cancel_until, cancel_fee, total, currency }: Terms,
  start: string,
  newTotal: number,
): Pick<Booking, "free_cancel_until" | "cancel_fee" | "currency"> {
  const ahead = Date.parse(starts_at) - Date.parse(free_cancel_until);
  return {
    free_cancel_until: new Date(Date.parse(start) - ahead).toISOString(),
    cancel_fee: total > 0 ? Math.floor((newTotal * cancel_fee) / total) : 0,
    currency,
  };
}
