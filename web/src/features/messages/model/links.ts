// Addresses in a message become links; everything else stays the text it is.

export type Piece = { text: string; href?: string };

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"]+/giu;
/** Punctuation after an address belongs to the sentence. */
const TRAILING_PUNCTUATION = /[.,;:!?'"»”’…]+$/u;

export function splitLinks(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const shown = withoutTail(match[0]);
    const href = isSafe(shown);
    if (!href) continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    found.push({ text: shown, href });
    from = match.index + shown.length;
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}

function withoutTail(found: string): string {
  let shown = found.replace(TRAILING_PUNCTUATION, "");
  // A bracket that was opened before the address closes the sentence's, not the address's.
  while (shown.endsWith(")") && shown.split(")").length > shown.split("(").length) {
    shown = shown.slice(0, -1).replace(TRAILING_PUNCTUATION, "");
  }
  return shown;
}

function isSafe(shown: string): string | undefined {
  try {
    const url = new URL(/^www\./i.test(shown) ? `https://${shown}` : shown);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** The address of a page of this site, without the site; undefined for another's. */
export function internalPath(href: string, origin: string = window.location.origin): string | undefined {
  const url = new URL(href);
  return url.origin === origin ? url.pathname + url.search : undefined;
}
