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
