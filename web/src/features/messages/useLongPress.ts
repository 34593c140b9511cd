import { type MouseEvent, type PointerEvent, useRef } from "react";

const LONG_PRESS_MS = 450;
/** A finger that moves farther scrolls. */
const MOVE_TOLERANCE_PX = 10;

/** A finger that rests on something for a while. A mouse has its own button for that. */
export function useLongPress(act: (target: Element) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const acted = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      acted.current = false;
      if (event.pointerType === "mouse" || (event.target as Element).closest("[role=menu]")) return;
      const target = event.currentTarget;
      from.current = { x: event.clientX, y: event.clientY };
      stop();
      timer.current = setTimeout(() => {
        acted.current = true;
        act(target);
      }, LONG_PRESS_MS);
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = from.current;
      if (Math.abs(event.clientX - x) > MOVE_TOLERANCE_PX || Math.abs(event.clientY - y) > MOVE_TOLERANCE_PX)
        stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** The finger that is lifted then has not pressed what lies under it. A key's click has no count. */
    onClickCapture(event: MouseEvent) {
      if (!acted.current || event.detail === 0) return;
      acted.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
