import type { Order } from "@/shared/orders/types";

/** Returns about what was paid for units of a line, in minor units. The server's amount counts. */
export function paidFor({ lines }: Pick<Order, "lines">, line: number, quantity: number): number {
  const one = lines[line];
  return one ? Math.floor((one.amount * quantity) / one.quantity) : 0;
}
