import type { Cart, CartProblem } from "@/shared/cart/types";
import { specOf } from "./fulfilment";

/** Maximum carts of one checkout, as the server has it. */
export const MAX_TOGETHER = 10;

/** Companies that the customer has chosen. Null: no choice yet. */
export type Chosen = ReadonlySet<number> | null;

/** Returns true if nothing but the contact is missing. The checkout asks for the contact itself. */
export const isReady = ({ problems, fulfilment }: Cart): boolean =>
  fulfilment !== null && problems.every((problem) => problem === "contact_missing");

/** Returns the first thing that keeps a cart from being ordered. */
export const firstProblem = ({ problems }: Cart): CartProblem =>
  problems.find((problem) => problem !== "contact_missing") ?? "fulfilment_missing";

/** Returns the carts to order together: the choice, or else those that are ready, in the most common currency. */
export function chosenOf(carts: readonly Cart[], chosen: Chosen): Cart[] {
  const ready = carts.filter((cart) => isReady(cart) && (chosen?.has(cart.company.id) ?? true));
  const currency = commonCurrency(ready);
  return ready.filter(({ company }) => company.currency === currency).slice(0, MAX_TOGETHER);
}

function commonCurrency(carts: readonly Cart[]): string | undefined {
  const countOf = (currency: string) => carts.filter(({ company }) => company.currency === currency).length;
  const currencies = carts.map(({ company }) => company.currency);
  return currencies.reduce<string | undefined>(
    (best, one) => (best === undefined || countOf(one) > countOf(best) ? one : best),
    undefined,
  );
}

/** Returns the choice after a box has changed. A cart in another currency starts a new choice. */
export function withChoice(chosen: readonly Cart[], cart: Cart, wanted: boolean): ReadonlySet<number> {
  const { id, currency } = cart.company;
  const kept = chosen.filter(({ company }) => company.currency === currency && company.id !== id);
  const ids = kept.map(({ company }) => company.id);
  return new Set(wanted ? [...ids, id] : ids);
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
  carts.length > 0 &&
  carts.every(
    ({ company, fulfilment }) =>
      company.takes_payment_on_site && fulfilment !== null && specOf(fulfilment).paidOnSite,
  );

/** Returns true if the checkout has to ask who orders. */
export const needsContact = (carts: readonly Cart[]): boolean =>
  carts.some(({ problems }) => problems.includes("contact_missing"));
