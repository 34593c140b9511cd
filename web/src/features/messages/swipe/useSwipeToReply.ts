import { useState } from "react";
import { prefersReducedMotion, slide, useSwipe } from "@/shared/swipe/useSwipe";
import { dampen, REPLY_DISTANCE_PX } from "./distance";

/** A message that is pulled to the end of its line is answered. Its `--pulled` goes from 0 to 1 meanwhile. */
export function useSwipeToReply(onReply: (() => void) | undefined) {
  const [pulled, setPulled] = useState(false);
  const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture } = useSwipe(1, {
    onMove(target, by) {
      setPulled(true);
      target.style.setProperty("--pulled", String(Math.min(1, by / REPLY_DISTANCE_PX)));
      // With reduced motion only the arrow appears.
      slide(target, prefersReducedMotion() ? 0 : dampen(by, REPLY_DISTANCE_PX));
    },
    onEnd(_target, by) {
      setPulled(false);
      if (by >= REPLY_DISTANCE_PX) onReply?.();
    },
  });
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture };
  return { pulled, handlers: onReply ? handlers : {} };
}
