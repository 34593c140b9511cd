import type { BookableOffering, Booking } from "../types";
import { itemsOf, type Quantities } from "./units";

export type VatTerms = Pick<BookableOffering, "vat_mode" | "vat_rate">;

/** Returns an amount of prices with the VAT that the country of the company adds. Rounds half up, as the server does. */
export function withAddedVat(amount: number, { vat_mode, vat_rate }: VatTerms): number {
  return vat_mode === "on_top" ? amount + Math.floor((2 * amount * vat_rate + 10_000) / 20_000) : amount;
}

/** Returns the total of units, with the VAT that is added to each kind of them, as the server adds it. */
export const totalOf = (
  quantities: Quantities,
  priceOf: (variant: number) => number,
  terms: VatTerms,
): number =>
  itemsOf(quantities).reduce(
    (total, { variant_id, quantity }) => total + withAddedVat(priceOf(variant_id) * quantity, terms),
    0,
  );

/** Returns the VAT that was added to the prices of a booking. 0: they contain it. */
export function addedVat({ items, total, vat }: Pick<Booking, "items" | "total" | "vat">): number {
  const listed = items.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0);
  return total - listed === vat ? vat : 0;
}
