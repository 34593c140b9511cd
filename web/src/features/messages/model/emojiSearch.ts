import { foldText } from "@/lib/foldText";

/** Without case, accents and joined letters: "coeur" finds "cœur". */
const simple = (text: string): string => foldText(text).replaceAll("œ", "oe").replaceAll("æ", "ae");

/** The emoji of which each word of the query begins a word, in their order; those whose first word it is come first. */
export function searchEmoji(
  query: string,
  emoji: readonly string[],
  wordsOf: (emoji: string) => string,
): string[] {
  const wanted = simple(query).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const ranked = emoji.flatMap((one) => {
    const words = simple(wordsOf(one)).split(" ");
    const places = wanted.map((begin) => words.findIndex((word) => word.startsWith(begin)));
    return places.includes(-1) ? [] : [{ one, rank: Math.min(...places) === 0 ? 0 : 1 }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one);
}
