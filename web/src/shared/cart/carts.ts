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
