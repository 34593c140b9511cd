import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { cartKeys } from "@/shared/cart/api";
import { withoutCart } from "@/shared/cart/carts";
import type { Cart } from "@/shared/cart/types";
import { attemptId, endAttempt, type PaymentChoice } from "../model/attempt";

interface Attempt {
  cart: Cart;
  /** Total that the customer saw. */
  expected_total: number;
  payment: PaymentChoice;
}

async function createOrder({ cart, expected_total, payment }: Attempt) {
  const path = { company_id: cart.company.id, category_id: cart.lines[0]?.category ?? "" };
  const body = { expected_total, payment, client_id: attemptId(cart, payment) };
  const call = api.POST("/api/v1/users/order/create/{company_id}/{category_id}/", { params: { path }, body });
  return (await unwrap(call)).data;
}

/** Orders a cart. The cart is read again if the server refuses. */
export function useOrder() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: createOrder,
    onSuccess(_, { cart }) {
      endAttempt(cart.company.id);
      void queries.cancelQueries({ queryKey: cartKeys.carts, exact: true });
      queries.setQueryData<Cart[]>(cartKeys.carts, (carts) => withoutCart(carts ?? [], cart.company.id));
    },
    onError: () => queries.invalidateQueries({ queryKey: cartKeys.carts, exact: true }),
  });
}
