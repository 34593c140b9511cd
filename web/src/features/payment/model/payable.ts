import type { Order } from "../types";

/** Returns the sum in minor units. Orders of one payment share a currency. */
export const sumOf = (orders: readonly Pick<Order, "total">[]): number =>
  orders.reduce((sum, { total }) => sum + total, 0);

/** Returns the order with the total and the companies of all orders of its payment: what the card is charged for. */
export function payableOf(order: Order, orders: readonly Order[], list: (names: string[]) => string): Order {
  const name = list(orders.map(({ company }) => company.name));
  return { ...order, total: sumOf(orders), company: { ...order.company, name } };
}
