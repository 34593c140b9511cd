import { randomId } from "@/lib/ids";
import { readStored, writeStored } from "@/lib/storage";
import type { Cart } from "@/shared/cart/types";

/** Way to pay. */
export type PaymentChoice = "card" | "on_site";

/** Companies of a checkout, in any order. */
type Companies = readonly number[];

const keyOf = (companies: Companies): string =>
  `plaza.order.${[...companies].sort((one, other) => one - other).join(".")}`;

export const companiesOf = (carts: readonly Cart[]): number[] => carts.map(({ company }) => company.id);

/** Returns what identifies a checkout: a change of it makes another one. */
function signatureOf(carts: readonly Cart[], payment: PaymentChoice): string {
  // The promised times move with the clock.
  return JSON.stringify([payment, ...carts.map(({ promised_at, options, ...rest }) => rest)]);
}

/** Returns the idempotency key of a checkout. It stays the same until the checkout succeeds or a cart changes. */
export function attemptId(carts: readonly Cart[], payment: PaymentChoice): string {
  const signature = signatureOf(carts, payment);
  const key = keyOf(companiesOf(carts));
  const stored = parse(readStored(key, "session"));
  if (stored?.signature === signature) return stored.id;
  const id = randomId();
  writeStored(key, JSON.stringify({ signature, id }), "session");
  return id;
}

export const endAttempt = (companies: Companies): void => writeStored(keyOf(companies), null, "session");

function parse(text: string | null): { signature: string; id: string } | null {
  try {
    return text ? (JSON.parse(text) as { signature: string; id: string }) : null;
  } catch {
    return null;
  }
}
