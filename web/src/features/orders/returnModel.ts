import type { Order } from "@/shared/orders/types";

/** Units of a return by the index of their line. */
export type Units = ReadonlyMap<number, number>;

/** Returns about what was paid for units of a line, in minor units. The server's amount counts. */
export function paidFor({ lines }: Pick<Order, "lines">, line: number, quantity: number): number {
  const one = lines[line];
  return one ? Math.floor((one.paid * quantity) / one.quantity) : 0;
}

/** Delivery fee and tip, and whether these units bring them back. Null: nothing is left of them to give back. */
export function extrasOf(
  { lines, return_extras }: Pick<Order, "lines" | "return_extras">,
  units: Units,
): { amount: number; included: boolean } | null {
  if (return_extras === 0) return null;
  const included = lines.every(({ returnable }, line) => (units.get(line) ?? 0) === returnable);
  return { amount: return_extras, included };
}

/** Returns about what a return of these units pays back, in minor units. */
export function refundOf(order: Pick<Order, "lines" | "return_extras">, units: Units): number {
  const goods = [...units].reduce((sum, [line, quantity]) => sum + paidFor(order, line, quantity), 0);
  const extras = extrasOf(order, units);
  return goods + (extras?.included ? extras.amount : 0);
}
