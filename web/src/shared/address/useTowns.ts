import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { useLanguage } from "@/lib/i18n";
import { usePlaces } from "./api";
import { countryName } from "./countries";

/** Letters from which towns are suggested. */
const MIN_LETTERS = 2;

/** Returns towns whose name begins with the text, to choose from, and the state of their search. */
export function useTowns(text: string) {
  const { tag } = useLanguage();
  const [settled] = useDebouncedValue(text.trim(), 200);
  const places = usePlaces(settled);
  const towns = useMemo(
    () =>
      text.trim().length < MIN_LETTERS
        ? []
        : (places.data ?? []).map((place) => ({
            ...place,
            label: place.city,
            detail: [place.region, countryName(place.country, tag)].filter(Boolean).join(", "),
          })),
    [places.data, text, tag],
  );
  const isSearched = text.trim().length >= MIN_LETTERS;
  return {
    towns,
    isError: places.isError && isSearched,
    isLoading: places.isLoading && isSearched,
    /** No town begins with the text. */
    isUnknown:
      isSearched && settled === text.trim() && !places.isPlaceholderData && places.data?.length === 0,
    /** The search waits for the connection. */
    isPaused: places.fetchStatus === "paused" && isSearched,
    retry: () => void places.refetch(),
  };
}

export type Town = ReturnType<typeof useTowns>["towns"][number];
