import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import type { ReturnState } from "@/shared/orders/returns";
import type { Order } from "@/shared/orders/types";
import { orderKeys, showOrder } from "./api";

export type ReturnForm = components["schemas"]["ReturnForm"];

export const DESCRIPTION_MAX = 500;
export const MEDIA_MAX = 6;

/**
 * Asks for a return. A repeat with the same `client_id` has no effect. `onSent` runs even if the form is gone: the order may
 * arrive live, without anything left to return, before the answer.
 */
export function useRequestReturn({ id, state }: Order, onSent: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ReturnForm) =>
      unwrap(
        api.POST("/api/v1/users/orders/{order_id}/returns/", { params: { path: { order_id: id } }, body }),
      ),
    onSuccess({ data }) {
      showOrder(queries, data, state);
      onSent();
    },
    onError: () => void queries.invalidateQueries({ queryKey: orderKeys.one(id) }),
  });
}

/** Says that the units were sent, or withdraws a return. */
export function useReturnStep({ id, state }: Order, return_id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (to: ReturnState) =>
      unwrap(
        api.PUT("/api/v1/users/orders/{order_id}/returns/{return_id}/", {
          params: { path: { order_id: id, return_id } },
          body: { state: to },
        }),
      ),
    onSuccess: ({ data }) => showOrder(queries, data, state),
    onError: () => void queries.invalidateQueries({ queryKey: orderKeys.one(id) }),
  });
}
