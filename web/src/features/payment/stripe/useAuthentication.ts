import { useMutation, useQueryClient } from "@tanstack/react-query";
import { paymentKeys, readStatus } from "../api";
import type { Order, PaymentResult } from "../types";
import type { Stripe } from "./types";

/** Authentication of a payment at the bank: `ask` opens it, `look` reads the outcome at the provider. */
export function useAuthentication(order: Order, stripe: Stripe | undefined) {
  const queries = useQueryClient();
  const show = ({ orders }: PaymentResult) => {
    const changed = orders.find(({ id }) => id === order.id);
    if (changed) queries.setQueryData(paymentKeys.order(order.id), changed);
    // A card that was to be saved is there now.
    if (changed?.payment.state === "paid") void queries.invalidateQueries({ queryKey: paymentKeys.provider });
  };
  const look = useMutation({
    mutationFn: () => readStatus(order.id),
    onSuccess: show,
  });
  const ask = useMutation({
    mutationFn: async (known: string | null) => {
      const secret = known ?? (await readStatus(order.id)).client_secret;
      // A refusal is a state of the payment, which is read next.
      if (secret !== null && stripe) await stripe.handleNextAction({ clientSecret: secret });
      return readStatus(order.id);
    },
    onSuccess: show,
  });
  return { ask, look };
}
