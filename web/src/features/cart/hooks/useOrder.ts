import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { cartKeys } from "@/shared/cart/api";
import { withoutCart } from "@/shared/cart/carts";
import type { Cart } from "@/shared/cart/types";
import { attemptId, companiesOf, endAttempt, type PaymentChoice } from "../model/attempt";

interface Attempt {
  /** One for each company. They share a currency. */
  carts: readonly Cart[];
  /** Sum that the customer saw. */
  expected_total: number;
  payment: PaymentChoice;
}

async function createOrders({ carts, expected_total, payment }: Attempt) {
  const body = {
    company_ids: companiesOf(carts),
    expected_total,
    payment,
    client_id: attemptId(carts, payment),
  };
  return (await unwrap(api.POST("/api/v1/users/checkout/", { body }))).data;
}

/** Orders carts with one payment. The carts are read again if the server refuses. */
export function useOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: createOrders,
    onSuccess(_, { carts, payment }) {
      const companies = companiesOf(carts);
      endAttempt(companies);
      // A cart stays until its order is paid.
      if (payment === "card") return;
      void queries.cancelQueries({ queryKey: cartKeys.carts, exact: true });
      queries.setQueryData<Cart[]>(cartKeys.carts, (known) => companies.reduce(withoutCart, known ?? []));
    },
    onError: () => queries.invalidateQueries({ queryKey: cartKeys.carts, exact: true }),
  });
}

/** Returns the page after an order: its payment, or what comes next if it is paid at the company. */
export function afterOrder(orders: readonly { id: number }[], payment: PaymentChoice) {
  const path = `/payment/${orders[0]?.id}`;
  return [payment === "card" ? path : `${path}/completed`, { replace: payment === "on_site" }] as const;
}
