import type { Order } from "../types";

/** Returns the order with the amount and the companies of its whole payment: what the card is charged for. */
export function payableOf(order: Order, orders: readonly Order[], list: (names: string[]) => string): Order {
  const name = list(orders.map(({ company }) => company.name));
  return { ...order, total: order.payment.amount, company: { ...order.company, name } };
}
