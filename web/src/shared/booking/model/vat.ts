import type { BookableOffering, Booking } from "../types";

/** Returns an amount of prices with the VAT that the country of the company adds. Rounds half up, as the server does. */
export function withAddedVat(
  amount: number,
  { vat_mode, vat_rate }: Pick<BookableOffering, "vat_mode" | "vat_rate">,
): number {
  return vat_mode === "on_top" ? amount + Math.floor((2 * amount * vat_rate + 10_000) / 20_000) : amount;
}

/** Returns the VAT that was added to the prices of a booking. 0: they contain it. */
export function addedVat({ items, total, vat }: Pick<Booking, "items" | "total" | "vat">): number {
  const listed = items.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0);
  return total - listed === vat ? vat : 0;
}
