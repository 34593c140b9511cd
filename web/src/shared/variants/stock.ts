import { isForSale, type Variant } from "./variants";

/** From this number on, stock is named as running low. */
const FEW = 5;
const MAX_QUANTITY = 20;

export type StockLevel = "in" | "few" | "out";

export function stockLevel(variant: Variant): StockLevel {
  if (!isForSale(variant)) return "out";
  return variant.left !== null && variant.left <= FEW ? "few" : "in";
}

/** Returns the greatest quantity of one purchase. */
export const maxQuantity = (variant: Variant): number =>
  isForSale(variant) ? Math.min(variant.left ?? MAX_QUANTITY, MAX_QUANTITY) : 1;

/** Reads a quantity of the address, within the stock. */
export function readQuantity(value: string | null, variant: Variant | undefined): number {
  const quantity = Number(value);
  if (!variant || !Number.isInteger(quantity) || quantity < 1) return 1;
  return Math.min(quantity, maxQuantity(variant));
}
