import { randomId } from "@/lib/ids";
import { readStored, writeStored } from "@/lib/storage";
import type { Cart } from "@/shared/cart/types";

/** Way to pay. */
export type PaymentChoice = "card" | "on_site";

const keyOf = (company: number): string => `plaza.order.${company}`;

/** Returns what identifies an order: a change of it makes another order. */
function signatureOf(cart: Cart, payment: PaymentChoice): string {
  // The promised time moves with the clock.
  const { promised_at: _, ...rest } = cart;
  return JSON.stringify([payment, rest]);
}

/** Returns the idempotency key of an order. It stays the same until the order succeeds or the cart changes. */
export function attemptId(cart: Cart, payment: PaymentChoice): string {
  const signature = signatureOf(cart, payment);
  const key = keyOf(cart.company.id);
  const stored = parse(readStored(key, "session"));
  if (stored?.signature === signature) return stored.id;
  const id = randomId();
  writeStored(key, JSON.stringify({ signature, id }), "session");
  return id;
}

export const endAttempt = (company: number): void => writeStored(keyOf(company), null, "session");

function parse(text: string | null): { signature: string; id: string } | null {
  try {
    return text ? (JSON.parse(text) as { signature: string; id: string }) : null;
  } catch {
    return null;
  }
}
