import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { useLanguage } from "@/lib/i18n";
import { usePlaces } from "./api";
import { countryName } from "./countries";

/** Letters from which towns are suggested. */
const MIN_LETTERS = 2;

/** Returns towns whose name begins as the text, to choose from, and whether they could not be loaded. */
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
  return { towns, isError: places.isError && text.trim().length >= MIN_LETTERS };
}

export type Town = ReturnType<typeof useTowns>["towns"][number];
