interface Piece {
  text: string;
  match: boolean;
}

/** As much as leaves the words that were found in sight, in the narrowest list. */
const most = 16;

/** Of what stands before the first match only the last words, so that the match itself is never cut away. */
export function withShortLead<T extends Piece>(snippet: readonly T[]): readonly T[] {
  const [first, ...rest] = snippet;
  if (!first || first.match || !rest.some(({ match }) => match)) return snippet;
  const signs = [...first.text];
  if (signs.length <= most) return snippet;
  const end = signs.slice(-most).join("");
  const cut = signs[signs.length - most - 1];
  // A word that began before is left out, unless it is all there is: not every script has spaces.
  const begin = cut && /\s/.test(cut) ? end : end.replace(/^\S*\s+(?=\S)/, "");
  return [{ ...first, text: `…${begin.trimStart()}` }, ...rest];
}
