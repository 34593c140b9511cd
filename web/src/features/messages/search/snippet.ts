interface Piece {
  text: string;
  match: boolean;
}

/** As much as leaves the words that were found in sight, in the narrowest list. */
const MAX_LEAD = 16;

/** Of what stands before the first match only the last words, so that the match itself is never cut away. */
export function shortenLead<T extends Piece>(snippet: readonly T[]): readonly T[] {
  const [first, ...rest] = snippet;
  if (!first || first.match || !rest.some(({ match }) => match)) return snippet;
  const signs = [...first.text];
  if (signs.length <= MAX_LEAD) return snippet;
  const end = signs.slice(-MAX_LEAD).join("");
  const cut = signs[signs.length - MAX_LEAD - 1];
  // A word that began before is left out, unless it is all there is: not every script has spaces.
  const begin = cut && /\s/.test(cut) ? end : end.replace(/^\S*\s+(?=\S)/, "");
  return [{ ...first, text: `…${begin.trimStart()}` }, ...rest];
}
