import { type MouseEvent, type PointerEvent, useRef } from "react";
import { inlineSign } from "@/lib/direction";
import { gestureOf, type SwipeDirection } from "./gesture";

interface Swiping {
  x: number;
  y: number;
  id: number;
  /** Distance along the inline axis. Undefined until the gesture is known to be a swipe. */
  by: number | undefined;
}

interface SwipeCallbacks {
  onMove: (target: HTMLElement, by: number) => void;
  /** Let go; `by` is 0 when it was broken off. */
  onEnd: (target: HTMLElement, by: number) => void;
}

/**
 * A finger that is drawn along the line. Scrolling stays the browser's own: the element says `touch-action: pan-y`, and
 * whatever is more down than along is left to it.
 */
export function useSwipe(way: SwipeDirection, { onMove, onEnd }: SwipeCallbacks) {
  const now = useRef<Swiping>(undefined);
  const swiped = useRef(false);
  const end = (target: HTMLElement, by: number) => {
    const { current } = now;
    now.current = undefined;
    if (current?.by === undefined) return;
    swiped.current = true;
    onEnd(target, by);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      swiped.current = false;
      // A mouse draws to select.
      if (event.pointerType === "mouse" || !event.isPrimary) return;
      // Elements with their own horizontal drag.
      if ((event.target as Element).closest("input, video")) return;
      now.current = { x: event.clientX, y: event.clientY, id: event.pointerId, by: undefined };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = now;
      if (!current || current.id !== event.pointerId) return;
      const turned = inlineSign();
      const along = (event.clientX - current.x) * turned * way;
      if (current.by === undefined) {
        const what = gestureOf(along, event.clientY - current.y);
        if (what === "other") now.current = undefined;
        if (what !== "swipe") return;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      current.by = Math.max(0, along);
      onMove(event.currentTarget, current.by);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event.currentTarget, now.current?.by ?? 0),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event.currentTarget, 0),
    onClickCapture(event: MouseEvent) {
      // The click that a swipe ends with was not meant for what lies under it.
      if (!swiped.current) return;
      swiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** Says how far the style is to move it along the line, as the page reads; without rendering, so that it keeps to the finger. */
export function slide(element: HTMLElement, by: number): void {
  const turned = inlineSign();
  element.style.setProperty("--slid", `${by * turned}px`);
}

export const prefersReducedMotion = (): boolean =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches;
