import type { Reel } from "@/shared/reels/types";

/** Videos that exist in the page: the one that plays and the one after it. */
const SLOTS = 2;
/** Reels left in the feed from which the next page is read. */
const READ_AHEAD = 4;

export interface Slot {
  /** Stable over the feed: the element of the slot is reused. */
  slot: number;
  /** Place of the reel in the feed. */
  index: number;
}

/** Returns the reels of all pages, each once, without those that the viewer has hidden. */
export function feedOf(pages: readonly { reels: readonly Reel[] }[], hidden: Hidden): Reel[] {
  const seen = new Set<number>();
  return pages
    .flatMap(({ reels }) => reels)
    .filter(({ id, company, video }) => {
      const shown =
        video !== null && !seen.has(id) && !hidden.reels.has(id) && !hidden.companies.has(company.id);
      seen.add(id);
      return shown;
    });
}

/** Reels and companies that the viewer does not want to see. */
export interface Hidden {
  reels: ReadonlySet<number>;
  companies: ReadonlySet<number>;
}

/** Assigns the two video elements: a reel keeps its element when it moves from "next" to "now". */
export function slotsAt(index: number, count: number): Slot[] {
  return [index, index + 1].filter((at) => at < count).map((at) => ({ slot: at % SLOTS, index: at }));
}

/** Places whose pictures and words are in the page: one before, the current and one after. */
export const slidesAt = (index: number, count: number): number[] =>
  [index - 1, index, index + 1].filter((at) => at >= 0 && at < count);

export const needsMore = (index: number, count: number): boolean => count - index <= READ_AHEAD;

/** Place in the feed for a position of the scroller, within the feed. */
export function indexAt(scrolled: number, height: number, count: number): number {
  if (height <= 0 || count === 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.round(scrolled / height)));
}
