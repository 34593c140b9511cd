import { useState } from "react";
import { dampen, repliesAt } from "./distance";
import { slide, stillness, useSwipe } from "./useSwipe";

/** A message that is pulled to the end of its line is answered. Its `--pulled` goes from 0 to 1 meanwhile. */
export function useSwipeToReply(onReply: (() => void) | undefined) {
  const [pulled, setPulled] = useState(false);
  const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture } = useSwipe(1, {
    onMove(target, by) {
      setPulled(true);
      target.style.setProperty("--pulled", String(Math.min(1, by / repliesAt)));
      // With reduced motion only the arrow appears.
      slide(target, stillness() ? 0 : dampen(by, repliesAt));
    },
    onEnd(_target, by) {
      setPulled(false);
      if (by >= repliesAt) onReply?.();
    },
  });
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture };
  return { pulled, handlers: onReply ? handlers : {} };
}
