import type { Cart, CartProblem } from "@/shared/cart/types";

/** Part of the screen that mends a problem. */
export type CartPart = "items" | "how" | "where" | "when" | "who" | "promo" | "summary";

const PARTS: Readonly<Record<CartProblem, CartPart>> = {
  lines: "items",
  booking_ended: "items",
  minimum_order: "items",
  fulfilment_missing: "how",
  fulfilment_unavailable: "how",
  address_missing: "where",
  address_outside: "where",
  paused: "when",
  closed: "when",
  time_passed: "when",
  time_too_soon: "when",
  contact_missing: "who",
  promo_code: "promo",
  too_large: "summary",
};

/** Not wrong until the customer orders. */
const MISSING: readonly CartProblem[] = ["fulfilment_missing", "address_missing", "contact_missing"];

export const partOf = (problem: CartProblem): CartPart => PARTS[problem];

/** Returns the problems to show in a part. Missing details are shown after an attempt to order. */
export const problemsIn = (cart: Cart, part: CartPart, attempted: boolean): CartProblem[] =>
  cart.problems.filter((problem) => PARTS[problem] === part && (attempted || !MISSING.includes(problem)));

/** Returns the first part to mend before the order, from the top. The contact has a form of its own. */
export function firstBlocked(cart: Cart): CartPart | null {
  const order: CartPart[] = ["items", "how", "where", "when", "promo", "summary"];
  return order.find((part) => problemsIn(cart, part, true).length > 0) ?? null;
}

/** Id of a part in the page. */
export const partId = (part: CartPart): string => `cart-${part}`;

/** Moves the focus to the heading of a part. */
export const focusPart = (part: CartPart): void => document.getElementById(partId(part))?.focus();
