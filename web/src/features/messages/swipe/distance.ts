// Swipe distances in CSS pixels and the gestures that follow from them.

/** From here on it is one or the other: a swipe along the line, or something else (mostly a scroll). */
const SWIPE_START_PX = 14;

/** Direction along the inline axis: toward its end or its start. */
export type SwipeDirection = 1 | -1;

/** Returns the gesture of a movement along and across the line. Undefined while ambiguous. */
export function gestureOf(along: number, across: number): "swipe" | "other" | undefined {
  if (Math.abs(across) >= SWIPE_START_PX && Math.abs(across) > Math.abs(along) / 2) return "other";
  if (along >= SWIPE_START_PX) return "swipe";
  return along <= -SWIPE_START_PX ? "other" : undefined;
}

/** Offset of the dragged element: free up to `free`, then with resistance up to half as much again. */
export function dampen(by: number, free: number): number {
  if (by <= 0) return 0;
  if (by <= free) return by;
  const beyond = by - free;
  return free + (free / 2) * (1 - 1 / (1 + beyond / free));
}

/** So far a message is pulled until it is answered. */
export const REPLY_DISTANCE_PX = 56;

/** The tray behind a chat's row. */
export const ACTIONS_WIDTH_PX = 216;

/** State of a released row: closed, open, or archived after a pull across most of it. */
export function settle(by: number, wide: number): "shut" | "open" | "whole" {
  if (by >= Math.max(ACTIONS_WIDTH_PX * 1.2, wide * 0.7)) return "whole";
  return by >= ACTIONS_WIDTH_PX / 3 ? "open" : "shut";
}
