/** Name of the CSS highlight of found words. */
const NAME = "found";

/** Marks words in a part of the page, and in what comes into it, until stopped. Browsers without highlights show none. */
export function markWords(root: Element, words: readonly string[]): () => void {
  const registry = globalThis.CSS?.highlights;
  const pattern = patternOf(words);
  if (!registry || !pattern) return () => {};
  const highlight = new Highlight();
  const mark = () => {
    highlight.clear();
    for (const range of rangesOf(root, pattern)) highlight.add(range);
  };
  const observer = new MutationObserver(mark);
  observer.observe(root, { childList: true, subtree: true, characterData: true });
  registry.set(NAME, highlight);
  mark();
  return () => {
    observer.disconnect();
    registry.delete(NAME);
  };
}

/** Returns the places of a pattern in the text of messages. */
export function rangesOf(root: Element, pattern: RegExp): Range[] {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (!node.parentElement?.closest("article p bdi")) continue;
    for (const { index, 0: word } of node.textContent?.matchAll(pattern) ?? []) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      ranges.push(range);
    }
  }
  return ranges;
}

export function patternOf(words: readonly string[]): RegExp | null {
  const parts = words.filter(Boolean).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  // The longest first: "tables" is not left with "table" marked.
  return parts.length > 0 ? new RegExp(parts.sort((a, b) => b.length - a.length).join("|"), "giu") : null;
}
