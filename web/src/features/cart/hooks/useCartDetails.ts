import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showEarly } from "@/api/optimistic";
import { cartKeys, updateCart } from "@/shared/cart/api";
import { withCart } from "@/shared/cart/carts";
import type { Cart, CartDetailsForm, Fulfilment } from "@/shared/cart/types";
import { useStoreCart } from "@/shared/cart/useCarts";
import { specOf } from "../model/fulfilment";

/** Details to save. They belong to a way of the order. */
export type Details = CartDetailsForm & { fulfilment: Fulfilment };

/** Saves details of a cart. Choices show at once; prices follow with the answer. */
export function useCartDetails(cart: Cart) {
  const queries = useQueryClient();
  const storeCart = useStoreCart();
  const { id } = cart.company;
  return useMutation({
    scope: { id: `cart-details-${id}` },
    mutationFn: (details: Details) => updateCart(id, specOf(details.fulfilment).orderType, details),
    async onMutate({ fulfilment, tip, wants_cutlery, members, use_coins }) {
      await queries.cancelQueries({ queryKey: cartKeys.carts, exact: true });
      return showEarly<Cart[]>(queries, cartKeys.carts, (carts) => {
        const now = carts.find(({ company }) => company.id === id);
        if (!now) return carts;
        return withCart(carts, {
          ...now,
          fulfilment,
          tip: tip ?? now.tip,
          wants_cutlery: wants_cutlery ?? now.wants_cutlery,
          members: members ?? now.members,
          loyalty: now.loyalty && { ...now.loyalty, use_coins: use_coins ?? now.loyalty.use_coins },
        });
      });
    },
    onSuccess: storeCart,
    onError(_error, _details, takeBack) {
      takeBack?.();
      return queries.invalidateQueries({ queryKey: cartKeys.carts, exact: true });
    },
  });
}

export type CartDetails = ReturnType<typeof useCartDetails>;
