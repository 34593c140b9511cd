import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addCard, paymentKeys, setDefaultCard } from "../api";
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
