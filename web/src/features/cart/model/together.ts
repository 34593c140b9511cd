import type { Cart } from "@/shared/cart/types";
import { specOf } from "./fulfilment";

/** Maximum carts of one checkout, as the server has it. */
export const MAX_TOGETHER = 10;

/** Companies that the customer has chosen. Null: no choice yet. */
export type Chosen = ReadonlySet<number> | null;

/** Returns true if nothing but the contact is missing. The checkout asks for the contact itself. */
export const isReady = ({ problems, fulfilment }: Cart): boolean =>
  fulfilment !== null && problems.every((problem) => problem === "contact_missing");

/** Returns the carts to order together: the choice, or else all that are ready and share a currency. */
export function chosenOf(carts: readonly Cart[], chosen: Chosen): Cart[] {
  const ready = carts.filter((cart) => isReady(cart) && (chosen?.has(cart.company.id) ?? true));
  const currency = ready[0]?.company.currency;
  return ready.filter(({ company }) => company.currency === currency).slice(0, MAX_TOGETHER);
}

/** Reason why a cart cannot join the chosen ones. */
export type Barrier = "incomplete" | "currency" | "full";

export function barrierOf(cart: Cart, chosen: readonly Cart[]): Barrier | null {
  if (!isReady(cart)) return "incomplete";
  if (chosen.some(({ company }) => company.id === cart.company.id)) return null;
  if (chosen.some(({ company }) => company.currency !== cart.company.currency)) return "currency";
  return chosen.length >= MAX_TOGETHER ? "full" : null;
}

/** Returns the sum in minor units. The carts share a currency. */
export const sumOf = (carts: readonly { total: number }[]): number =>
  carts.reduce((sum, { total }) => sum + total, 0);

/** Returns true if the customer can pay for all carts at the companies. */
export const isPaidOnSite = (carts: readonly Cart[]): boolean =>
  carts.length > 0 && carts.every(({ fulfilment }) => fulfilment !== null && specOf(fulfilment).paidOnSite);

/** Returns true if the checkout has to ask who orders. */
export const needsContact = (carts: readonly Cart[]): boolean =>
  carts.some(({ problems }) => problems.includes("contact_missing"));
