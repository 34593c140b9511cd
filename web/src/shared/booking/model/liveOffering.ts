import type { OfferingDetails } from "@/shared/offering/types";
import type { Applied, AvailabilityEvent } from "./availability";

/** Stock has one bucket, at the start of the epoch. */
const STOCK_AT = 0;

/** Applies an event to the page of an offering: what is left in stock, and whether it is sold out. */
export function applyToOffering(
  offering: OfferingDetails,
  event: AvailabilityEvent,
): Applied<OfferingDetails> {
  switch (event.type) {
    case "units":
      return Date.parse(event.starts_at) === STOCK_AT
        ? countStock(offering, event)
        : { state: offering, stale: false };
    case "sold_out":
      if (event.offering_id !== offering.id) return { state: offering, stale: false };
      // A variant may still be sold out by itself.
      return { state: { ...offering, sold_out: event.sold_out }, stale: !event.sold_out };
    case "rules":
      return { state: offering, stale: event.offering_id === null || event.offering_id === offering.id };
    default:
      return { state: offering, stale: false };
  }
}

function countStock(
  offering: OfferingDetails,
  { variant_id, change }: { variant_id: number; change: number },
): Applied<OfferingDetails> {
  const at = offering.variants.findIndex(({ id }) => id === variant_id);
  const variant = offering.variants[at];
  if (!variant || variant.left === null) return { state: offering, stale: false };
  const left = Math.max(0, variant.left + change);
  // The company may have marked the variant as sold out before.
  const stale = variant.sold_out && left > 0;
  const variants = offering.variants.with(at, { ...variant, left, sold_out: variant.sold_out || left === 0 });
  return { state: { ...offering, variants }, stale };
}

/** Marks an offering of a list as sold out or not. */
export const markSoldOut = <T extends { id: number; sold_out: boolean }>(
  offerings: readonly T[],
  event: AvailabilityEvent,
): T[] =>
  offerings.map((one) =>
    event.type === "sold_out" && event.offering_id === one.id ? { ...one, sold_out: event.sold_out } : one,
  );
