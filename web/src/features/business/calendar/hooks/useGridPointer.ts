import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { between, type Minutes, snap } from "../model/timeGrid";

/** A finger rests this long before it chooses: shorter touches scroll. */
const LONG_PRESS_MS = 400;
/** A pointer that moves less has tapped. */
const SLOP_PX = 6;
/** Distance from the edge at which the grid scrolls. */
const EDGE_PX = 36;
const SCROLL_PX = 12;

/** Choice of empty time, or a card under way. */
export type Gesture =
  | { kind: "select"; column: number; minutes: Minutes }
  | {
      kind: "move";
      key: string;
      /** Column that the card was taken from. */
      origin: number;
      column: number;
      start: number;
    };

interface GridPointer {
  view: RefObject<HTMLElement | null>;
  firstMinute: number;
  /** Height of an hour in pixels. */
  hour: number;
  mayMove: (key: string, column: number) => boolean;
  /** First minute of a card on the day. */
  startOf: (key: string, column: number) => number;
  onTap: (column: number, minute: number) => void;
  onSelect: (column: number, minutes: Minutes) => void;
  onMove: (move: Extract<Gesture, { kind: "move" }>) => void;
}

/** Press that has not ended. */
interface Press {
  x: number;
  y: number;
  column: number;
  minute: number;
  card: string | null;
  isActive: boolean;
  hasMoved: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Chooses time and moves cards with mouse, pen, or a finger that rests. */
export function useGridPointer(options: GridPointer) {
  const latest = useRef(options);
  latest.current = options;
  const [gesture, setGesture] = useState<Gesture | null>(null);
  const current = useRef<Gesture | null>(null);
  const press = useRef<Press | null>(null);
  /** The click after a drag opens nothing. */
  const dragged = useRef(false);
  const stop = useRef<(() => void) | null>(null);

  useEffect(() => {
    const view = latest.current.view.current;
    // Registered from the start: a listener that comes later does not stop the scrolling.
    const hold = (event: TouchEvent) => {
      if (press.current?.isActive && event.cancelable) event.preventDefault();
    };
    view?.addEventListener("touchmove", hold, { passive: false });
    return () => {
      view?.removeEventListener("touchmove", hold);
      stop.current?.();
    };
  }, []);

  const show = (next: Gesture | null) => {
    current.current = next;
    setGesture(next);
  };

  function placeAt(x: number, y: number): { column: number; minute: number } | null {
    const { view, firstMinute, hour } = latest.current;
    const columns = [...(view.current?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
    const boxes = columns.map((column) => column.getBoundingClientRect());
    const at = boxes.findIndex(({ left, right }) => left <= x && x < right);
    const box = boxes[at];
    return box ? { column: at, minute: firstMinute + ((y - box.top) / hour) * 60 } : null;
  }

  function scrollNear(y: number) {
    const view = latest.current.view.current;
    const box = view?.getBoundingClientRect();
    if (!view || !box) return;
    if (y > box.bottom - EDGE_PX) view.scrollTop += SCROLL_PX;
    if (y < box.top + 2 * EDGE_PX) view.scrollTop -= SCROLL_PX;
  }

  function follow(x: number, y: number) {
    const one = press.current;
    const at = placeAt(x, y);
    if (!one || !at) return;
    if (one.card === null)
      return show({ kind: "select", column: one.column, minutes: between(one.minute, at.minute) });
    const start = latest.current.startOf(one.card, one.column) + at.minute - one.minute;
    show({
      kind: "move",
      key: one.card,
      origin: one.column,
      column: at.column,
      start: Math.max(0, snap(start)),
    });
  }

  function onPointerDown(event: ReactPointerEvent) {
    const { mayMove } = latest.current;
    if (event.button !== 0 || press.current) return;
    const target = event.target as HTMLElement;
    const card = target.closest<HTMLElement>("[data-card]")?.dataset.card ?? null;
    const at = target.closest("[data-column]") ? placeAt(event.clientX, event.clientY) : null;
    dragged.current = false;
    if (!at || (card !== null && !mayMove(card, at.column))) return;
    const isTouch = event.pointerType === "touch";
    const one: Press = {
      ...at,
      x: event.clientX,
      y: event.clientY,
      card,
      isActive: !isTouch,
      hasMoved: false,
      timer: undefined,
    };
    press.current = one;
    const begin = () => {
      one.isActive = true;
      navigator.vibrate?.(10);
      follow(one.x, one.y);
    };
    if (isTouch) one.timer = setTimeout(begin, LONG_PRESS_MS);
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      const isFar = Math.hypot(clientX - one.x, clientY - one.y) > SLOP_PX;
      if (!one.isActive) return isFar ? end() : undefined;
      one.hasMoved ||= isFar;
      if (!one.hasMoved) return;
      scrollNear(clientY);
      follow(clientX, clientY);
    };
    const onUp = () => {
      const { onTap, onSelect, onMove: move } = latest.current;
      const last = current.current;
      const { hasMoved } = one;
      const wasLong = isTouch && one.isActive;
      end();
      if (!hasMoved && one.card === null && !wasLong) return onTap(one.column, snap(one.minute));
      if (!last || (!hasMoved && one.card !== null)) return;
      dragged.current = one.card !== null;
      if (last.kind === "select") onSelect(last.column, last.minutes);
      else move(last);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") end();
    };
    function end() {
      clearTimeout(one.timer);
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", onKey);
      press.current = null;
      stop.current = null;
      show(null);
    }
    stop.current = end;
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", onKey);
  }

  return {
    gesture,
    handlers: {
      onPointerDown,
      onClickCapture(event: { preventDefault: () => void; stopPropagation: () => void }) {
        if (!dragged.current) return;
        dragged.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      /** The long press of a finger opens no menu of the browser. */
      onContextMenu(event: { preventDefault: () => void }) {
        if (press.current) event.preventDefault();
      },
    },
  };
}
