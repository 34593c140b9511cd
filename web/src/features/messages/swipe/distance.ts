// How far a finger has to go, in CSS pixels, and what comes of it.

/** From here on it is one or the other: a swipe along the line, or something else (mostly a scroll). */
const begins = 14;

/** Which way along the line: to its end or to its beginning, as the page reads. */
export type SwipeDirection = 1 | -1;

/** What a finger that has moved by so much (along the line, across it) wants; undefined while it may be both. */
export function gestureOf(along: number, across: number): "swipe" | "other" | undefined {
  if (Math.abs(across) >= begins && Math.abs(across) > Math.abs(along) / 2) return "other";
  if (along >= begins) return "swipe";
  return along <= -begins ? "other" : undefined;
}

/** Where the thing under the finger is: after `free` it resists, and it never comes farther than half as much again. */
export function dampen(by: number, free: number): number {
  if (by <= 0) return 0;
  if (by <= free) return by;
  const beyond = by - free;
  return free + (free / 2) * (1 - 1 / (1 + beyond / free));
}

/** So far a message is pulled until it is answered. */
export const repliesAt = 56;

/** The tray behind a chat's row. */
export const trayWide = 216;

/** What becomes of a row that was let go: shut again, open, or put away at once after a pull across most of it. */
export function settle(by: number, wide: number): "shut" | "open" | "whole" {
  if (by >= Math.max(trayWide * 1.2, wide * 0.7)) return "whole";
  return by >= trayWide / 3 ? "open" : "shut";
}
