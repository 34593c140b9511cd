import { useMutation } from "@tanstack/react-query";
import { updateCart } from "@/shared/cart/api";
import type { Cart } from "@/shared/cart/types";
import { useStoreCart } from "@/shared/cart/useCarts";
import { type Contact, trimmed } from "../model/contact";
import { specOf } from "../model/fulfilment";

/** Saves who orders in the carts that lack it. Notes of a cart stay. Returns all carts as they are now. */
export function useSaveContact() {
  const storeCart = useStoreCart();
  return useMutation({
    mutationFn: ({ carts, contact }: { carts: readonly Cart[]; contact: Contact }) => {
      const { note: _, ...details } = trimmed(contact);
      return Promise.all(
        carts.map((cart) =>
          cart.fulfilment && cart.problems.includes("contact_missing")
            ? updateCart(cart.company.id, specOf(cart.fulfilment).orderType, {
                fulfilment: cart.fulfilment,
                ...details,
              })
            : cart,
        ),
      );
    },
    async onSuccess(carts) {
      for (const cart of carts) await storeCart(cart);
    },
  });
}
