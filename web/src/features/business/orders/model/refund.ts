import type { Order } from "@/shared/orders/types";

/** Units of lines by their index. */
export type Units = ReadonlyMap<number, number>;

export const itemsOf = (units: Units) =>
  [...units].filter(([, quantity]) => quantity > 0).map(([line, quantity]) => ({ line, quantity }));

/** Price of the next units of a line. All units of a line together are exactly its price. */
function priceOf({ paid, quantity, returnable }: Order["lines"][number], units: number): number {
  const taken = quantity - returnable;
  const until = (count: number) => Math.floor((paid * count) / quantity);
  return until(taken + units) - until(taken);
}

/** Amount of units in minor units. */
export const amountOfUnits = ({ lines }: Pick<Order, "lines">, units: Units): number =>
  itemsOf(units).reduce((sum, { line, quantity }) => {
    const of = lines[line];
    return of ? sum + priceOf(of, quantity) : sum;
  }, 0);

export const REASON_MAX = 300;

/** Fields of a refund that cannot be sent. */
export interface RefundProblems {
  amount?: "above" | "missing";
  items?: "above" | "missing";
  reason?: "missing";
}

interface Fields {
  by: "amount" | "items";
  /** Null: not a number. */
  amount: number | null;
  units: Units;
  reason: string;
}

export function problemsOf(order: Order, { by, amount, units, reason }: Fields): RefundProblems {
  const value = by === "amount" ? (amount ?? 0) : amountOfUnits(order, units);
  const problem = value <= 0 ? "missing" : value > order.refundable ? "above" : null;
  return { ...(problem && { [by]: problem }), ...(!reason.trim() && { reason: "missing" }) };
}
