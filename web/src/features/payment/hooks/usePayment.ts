import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { showEarly } from "@/api/optimistic";
import { toast } from "@/lib/toasts";
import { addCard, deleteCard, pay, paymentKeys, readOrder, readProvider, readTogether } from "../api";
import { stageOf } from "../model/stage";
import type { Method, Order, ProviderInfo } from "../types";

/** While the provider works, the order is read this often. */
const POLL_MS = 1_500;

export function useOrder(id: number) {
  return useQuery({
    queryKey: paymentKeys.order(id),
    queryFn: () => readOrder(id),
    refetchInterval: ({ state }) => (state.data && stageOf(state.data) === "processing" ? POLL_MS : false),
  });
}

/** Orders of the same payment, once they are known. They are read again if one of them has left it. */
export function useTogether(order: Order | undefined) {
  const ids = order?.payment.order_ids ?? [];
  const together = useQuery({
    queryKey: paymentKeys.together(ids),
    queryFn: () => readTogether(ids),
    enabled: order !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { orders: together.data, isError: together.isError, refetch: together.refetch };
}

export const useProvider = () => useQuery({ queryKey: paymentKeys.provider, queryFn: readProvider });

interface Attempt {
  method: Method;
  /** Saves the card of the token first. */
  save: boolean;
}

/** Tries to pay an order. */
export function usePay(order: Order) {
  const queries = useQueryClient();
  const key = paymentKeys.order(order.id);
  return useMutation({
    mutationFn: async ({ method, save }: Attempt) => {
      if (save && "payment_method" in method) await addCard(method.payment_method);
      return pay(order.id, method);
    },
    async onSuccess({ orders }, { save }) {
      const paid = orders.find(({ id }) => id === order.id);
      if (paid) queries.setQueryData(key, paid);
      else await queries.invalidateQueries({ queryKey: key });
      if (save) void queries.invalidateQueries({ queryKey: paymentKeys.provider });
    },
    onError: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export type Pay = ReturnType<typeof usePay>;

/** Deletes a saved card at once. It comes back if the server refuses, which a toast tells. */
export function useDeleteCard() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deleteCard,
    onMutate: (id) =>
      showEarly<ProviderInfo>(queries, paymentKeys.provider, (info) => ({
        ...info,
        cards: info.cards.filter((card) => card.id !== id),
      })),
    onError(error, _id, takeBack) {
      takeBack?.();
      toast.error(t("common:error.wrong"), error);
      return queries.invalidateQueries({ queryKey: paymentKeys.provider });
    },
  });
}
