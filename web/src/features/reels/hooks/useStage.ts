import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { prefersReducedMotion } from "@/shared/swipe/useSwipe";
import { indexAt } from "../model/feed";
import { STILL, turnWheel } from "../model/wheel";

interface StageOptions {
  scroller: RefObject<HTMLElement | null>;
  index: number;
  count: number;
  onIndex: (index: number) => void;
}

/** Position of the scroller: a finger scrolls by itself, a wheel and the keys turn one reel at a time. */
export function useStage({ scroller, index, count, onIndex }: StageOptions) {
  const latest = useRef({ index, count, onIndex });
  latest.current = { index, count, onIndex };
  /** Place that a turn leads to, until the scroll is there. */
  const heading = useRef<number | null>(null);

  const turnTo = useCallback(
    (to: number) => {
      const { current: element } = scroller;
      if (!element || to < 0 || to >= latest.current.count) return;
      heading.current = to;
      const behavior = prefersReducedMotion() ? "instant" : "smooth";
      element.scrollTo({ top: to * element.clientHeight, behavior });
    },
    [scroller],
  );

  useEffect(() => {
    const { current: element } = scroller;
    if (!element) return;
    const onScroll = () => {
      const { index: now, count: all, onIndex: change } = latest.current;
      const next = indexAt(element.scrollTop, element.clientHeight, all);
      const left = (heading.current ?? next) * element.clientHeight - element.scrollTop;
      if (Math.abs(left) < 1) heading.current = null;
      if (next !== now) change(next);
    };
    // A finger has ended the turn elsewhere.
    const onScrollEnd = () => {
      heading.current = null;
    };
    let wheel = STILL;
    const onWheel = (event: WheelEvent) => {
      // Zooming is the browser's own; an open caption scrolls by itself.
      if (event.ctrlKey || (event.target as Element).closest("[data-scrolls]")) return;
      event.preventDefault();
      const [next, turn] = turnWheel(wheel, event);
      wheel = next;
      if (turn !== 0) turnTo(latest.current.index + turn);
    };
    // Another height of the window keeps the reel in view, and ends a turn at its place: setting the position stops it.
    const resized = new ResizeObserver(() => {
      element.scrollTop = (heading.current ?? latest.current.index) * element.clientHeight;
    });
    element.addEventListener("scroll", onScroll, { passive: true });
    element.addEventListener("scrollend", onScrollEnd);
    element.addEventListener("wheel", onWheel, { passive: false });
    resized.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      element.removeEventListener("scrollend", onScrollEnd);
      element.removeEventListener("wheel", onWheel);
      resized.disconnect();
    };
  }, [scroller, turnTo]);

  // Another place without a scroll: a reel before it was taken out, or the way back led here.
  useLayoutEffect(() => {
    const { current: element } = scroller;
    if (heading.current !== null) return;
    if (element && indexAt(element.scrollTop, element.clientHeight, count) !== index) {
      element.scrollTop = index * element.clientHeight;
    }
  }, [scroller, index, count]);

  return turnTo;
}
