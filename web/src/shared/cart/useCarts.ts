import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useUser } from "@/api/auth";
import { showEarly } from "@/api/optimistic";
import { useGuest } from "@/api/session";
import { addBooking, addLine, cartKeys, emptyCart, readCarts, removeBooking, setQuantity } from "./api";
import { withCart, withQuantity } from "./carts";
import type { Cart, CartLineForm } from "./types";

/** All carts of the account. */
export function useCarts() {
  const user = useUser();
  return useQuery({ queryKey: cartKeys.carts, queryFn: readCarts, enabled: user !== null });
}

/** Stores a changed cart among the carts. */
export function useStoreCart() {
  const queries = useQueryClient();
  return async (cart: Cart) => {
    await queries.cancelQueries({ queryKey: cartKeys.carts, exact: true });
    queries.setQueryData<Cart[]>(cartKeys.carts, (carts) => withCart(carts ?? [], cart));
  };
}

/** Adds units of a product. A visitor without an account becomes a guest first. */
export function useAddLine() {
  const user = useUser();
  const guest = useGuest();
  const storeCart = useStoreCart();
  return useMutation({
    mutationFn: async (line: CartLineForm) => {
      if (!user) await guest.mutateAsync();
      return addLine(line);
    },
    onSuccess: storeCart,
  });
}

const QUANTITY = ["cart-quantity"] as const;

/** Changes the quantity of a line at once. Requests follow each other; the answer of the last one is shown. */
export function useSetQuantity(onFailed: (error: Error) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: QUANTITY,
    scope: { id: "cart-quantity" },
    mutationFn: ({ line, quantity }: { line: number; quantity: number }) => setQuantity(line, quantity),
    async onMutate({ line, quantity }) {
      await queries.cancelQueries({ queryKey: cartKeys.carts, exact: true });
      return showEarly<Cart[]>(queries, cartKeys.carts, (carts) => withQuantity(carts, line, quantity));
    },
    onSuccess(carts) {
      if (queries.isMutating({ mutationKey: QUANTITY }) === 1) queries.setQueryData(cartKeys.carts, carts);
    },
    onError(error, _change, takeBack) {
      takeBack?.();
      onFailed(error);
      return queries.invalidateQueries({ queryKey: cartKeys.carts, exact: true });
    },
  });
}

/** Returns true while the prices of a changed cart are on their way. */
export const useRepricing = (): boolean =>
  useMutationState({ filters: { mutationKey: QUANTITY, status: "pending" } }).length > 0;

/** Puts a held booking into the cart of its company. */
export function useAddBooking() {
  const storeCart = useStoreCart();
  return useMutation({ mutationFn: addBooking, onSuccess: storeCart });
}

/** Takes a booking out of its cart and gives its time back. */
export function useRemoveBooking() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: removeBooking,
    onSuccess: (carts) => queries.setQueryData(cartKeys.carts, carts),
    onError: () => queries.invalidateQueries({ queryKey: cartKeys.carts, exact: true }),
  });
}

/** Removes a cart with its lines, and gives its bookings back. */
export function useEmptyCart() {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ company, bookings }: Pick<Cart, "company" | "bookings">) {
      for (const { booking_id } of bookings) await removeBooking(booking_id);
      await emptyCart(company.id);
    },
    onSuccess: (_done, { company }) =>
      queries.setQueryData<Cart[]>(cartKeys.carts, (carts) =>
        carts?.filter((cart) => cart.company.id !== company.id),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: cartKeys.carts, exact: true }),
  });
}
