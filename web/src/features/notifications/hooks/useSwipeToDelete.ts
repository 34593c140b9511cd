import { useState } from "react";
import { prefersReducedMotion, slide, useSwipe } from "@/shared/swipe/useSwipe";

/** Part of the row's width after which a released row is deleted. */
const DELETE_FROM = 0.4;

/** A row that a finger draws to the beginning of its line is deleted. A mouse has the menu. */
export function useSwipeToDelete(onDelete: (() => void) | undefined) {
  const [isMoving, setIsMoving] = useState(false);
  const handlers = useSwipe(-1, {
    onMove(target, by) {
      setIsMoving(true);
      slide(target, prefersReducedMotion() ? 0 : -by);
    },
    onEnd(target, by) {
      setIsMoving(false);
      slide(target, 0);
      if (by >= target.clientWidth * DELETE_FROM) onDelete?.();
    },
  });
  return { isMoving, handlers: onDelete ? handlers : {} };
}
