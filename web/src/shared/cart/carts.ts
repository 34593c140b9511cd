import type { Cart, CartLine } from "./types";

export const MAX_QUANTITY = 99;

/** Returns the carts with another quantity of a line. Zero removes the line, and an empty cart. Prices stay. */
export function withQuantity(carts: readonly Cart[], line: number, quantity: number): Cart[] {
  return carts
    .map((cart) => {
      if (!cart.lines.some(({ id }) => id === line)) return cart;
      const lines = cart.lines
        .map((one) => (one.id === line ? { ...one, quantity } : one))
        .filter((one) => one.quantity > 0);
      return { ...cart, lines, item_count: countItems(lines) + cart.bookings.length };
    })
    .filter(({ lines, bookings }) => lines.length + bookings.length > 0);
}

const countItems = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Returns the carts with a changed cart. A new cart comes first. */
export function withCart(carts: readonly Cart[], changed: Cart): Cart[] {
  const known = carts.some(({ company }) => company.id === changed.company.id);
  return known
    ? carts.map((cart) => (cart.company.id === changed.company.id ? changed : cart))
    : [changed, ...carts];
}

export const withoutCart = (carts: readonly Cart[], company: number): Cart[] =>
  carts.filter((cart) => cart.company.id !== company);

export interface CartsSummary {
  items: number;
  /** Sum in minor units. Null if the carts have several currencies. */
  total: number | null;
  currency: string;
  /** Address of the cart, or of the list if there are several. */
  path: string;
}

/** Returns the content of all carts, or null if all are empty. */
export function summaryOf(carts: readonly Cart[]): CartsSummary | null {
  const [first] = carts;
  if (!first) return null;
  const { currency } = first.company;
  const oneCurrency = carts.every(({ company }) => company.currency === currency);
  return {
    items: carts.reduce((sum, { item_count }) => sum + item_count, 0),
    total: oneCurrency ? carts.reduce((sum, { total }) => sum + total, 0) : null,
    currency,
    path: carts.length === 1 ? cartPath(first.company.id) : "/cart",
  };
}

export const cartPath = (company: number): string => `/cart/${company}`;

/** Returns the minimum order and the amount for a free delivery, with the part that is reached. */
export function thresholds(cart: Cart) {
  const { subtotal, free_delivery_missing } = cart;
  const minimum_missing = missingToMinimum(cart);
  const reached = (missing: number) => ({ missing, share: subtotal / Math.max(1, subtotal + missing) });
  return {
    minimum: minimum_missing > 0 ? reached(minimum_missing) : null,
    freeDelivery: free_delivery_missing === null ? null : reached(free_delivery_missing),
  };
}

/** The server knows the minimum of the chosen way. Before the choice, each way needs at least the lowest one. */
function missingToMinimum({ fulfilment, options, lines, minimum_missing }: Cart): number {
  if (fulfilment || options.length === 0) return minimum_missing;
  const ordered = lines.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0);
  return Math.max(0, Math.min(...options.map(({ minimum_order }) => minimum_order)) - ordered);
}
