// Gestures that follow from the movement of a finger, in CSS pixels.

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
