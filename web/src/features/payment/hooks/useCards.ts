import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addCard, deleteCard, paymentKeys, setDefaultCard } from "../api";
import type { ProviderInfo, SavedCard } from "../types";

function useShowCards() {
  const queries = useQueryClient();
  return (cards: SavedCard[]) =>
    queries.setQueryData<ProviderInfo>(paymentKeys.provider, (info) => info && { ...info, cards });
}

/** Saves the card behind a token of the provider. */
export const useAddCard = () => useMutation({ mutationFn: addCard, onSuccess: useShowCards() });

/** Makes a card the one that is offered first. */
export const useSetDefaultCard = () => useMutation({ mutationFn: setDefaultCard, onSuccess: useShowCards() });

/** Deletes a saved card. It is shown until the server has confirmed. */
export function useRemoveCard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deleteCard,
    onSuccess: (_, id) =>
      queries.setQueryData<ProviderInfo>(
        paymentKeys.provider,
        (info) => info && { ...info, cards: info.cards.filter((card) => card.id !== id) },
      ),
    // It may be gone already, deleted on another device. A failure is told at once, and not after the cards are read.
    onError: () => void queries.invalidateQueries({ queryKey: paymentKeys.provider }),
  });
}
