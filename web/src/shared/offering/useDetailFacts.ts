import { decksOf, deckText } from "./decks";
import { describeDetail } from "./details";
import type { Offering } from "./types";
import { useCategorySpec } from "./useCategorySpec";
import { useDetailWords } from "./useDetailWords";

/** Detail of an offering in words. */
export interface DetailFact {
  key: string;
  lines: string[];
}

/** Returns all details of an offering, in the order of its category. */
export function useDetailFacts({ category, details }: Offering): DetailFact[] {
  const spec = useCategorySpec(category);
  const words = useDetailWords(spec);
  return (spec?.fields ?? []).flatMap((field) => {
    const value = details[field.key];
    const text = describeDetail(field, value, words);
    const lines = field.type === "decks" ? decksOf(value).map(deckText) : text === null ? [] : [text];
    return lines.length === 0 ? [] : [{ key: field.key, lines }];
  });
}
