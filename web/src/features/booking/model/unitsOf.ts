import type { UnitClass } from "@/shared/booking/components/ClassSteppers";
import type { BookableOffering, Booking, VariantLeft } from "@/shared/booking/types";

/** Returns the classes of an offering with what is left of each at the chosen time. */
export const unitsOf = (
  { variants }: Pick<BookableOffering, "variants">,
  left: readonly VariantLeft[] | undefined,
  held: Booking | null,
): UnitClass[] =>
  variants.map(({ id, name, price, sold_out }) => ({
    id,
    name,
    price,
    left: sold_out ? 0 : left?.find(({ variant_id }) => variant_id === id)?.left,
    own: held?.items.find(({ variant_id }) => variant_id === id)?.quantity,
  }));
