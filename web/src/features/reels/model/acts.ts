/** Reels that the viewer has acted on since the page was opened. None of them was skipped. */
const acted = new Set<number>();

export const actOn = (reel: number): void => void acted.add(reel);

export const hasActedOn = (reel: number): boolean => acted.has(reel);
