import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { inlineSign } from "@/lib/direction";

const CONTROLS = "a[href]:not([tabindex='-1']), button:not([disabled]), input:not([disabled]), video";
const SCROLL_KEYS = ["PageUp", "PageDown", "Home", "End"];

interface MessageKeys {
  /** Sequence of the message that has the focus: it stays mounted out of view. */
  focused: number | undefined;
  /** Handlers of the scroller. */
  scroller: {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onFocus: (event: FocusEvent<HTMLElement>) => void;
    onBlur: () => void;
  };
  /** Properties of the element behind the scroller. */
  end: { ref: RefObject<HTMLSpanElement | null>; tabIndex: 0; onFocus: () => void };
}

/**
 * One tab stop for all messages. Up and Down lead from message to message, Left and Right through the controls of one, Enter
 * opens its menu. The element behind the scroller receives Shift+Tab from below and lets Tab out.
 */
export function useMessageKeys(scroller: RefObject<HTMLElement | null>): MessageKeys {
  const end = useRef<HTMLSpanElement>(null);
  const leaving = useRef(false);
  const [focused, setFocused] = useState<number>();

  const leave = (back: boolean) => {
    leaving.current = true;
    // The browser goes on from here to the next tab stop.
    if (back) scroller.current?.focus({ preventScroll: true });
    else end.current?.focus({ preventScroll: true });
    leaving.current = false;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { current: log } = scroller;
    const { key, target, defaultPrevented, altKey, ctrlKey, metaKey } = event;
    if (!log || defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
    if (key === "Tab") return leave(event.shiftKey);
    const message = target.closest("article");
    if (SCROLL_KEYS.includes(key) && message) {
      // A message that leaves the window is unmounted, and the focus with it.
      log.focus({ preventScroll: true });
      return;
    }
    if (key === "Enter" && target === message) {
      message.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click();
      return event.preventDefault();
    }
    // A slider moves by itself.
    if (target instanceof HTMLInputElement || target instanceof HTMLVideoElement) return;
    const next =
      key === "ArrowUp" || key === "ArrowDown"
        ? messageBeside(log, message, key === "ArrowUp" ? -1 : 1)
        : message && controlBeside(message, target, key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return {
    focused,
    scroller: {
      onKeyDown,
      onFocus: ({ target }) => setFocused(Number(target.closest("article")?.dataset.seq) || undefined),
      onBlur: () => setFocused(undefined),
    },
    end: {
      ref: end,
      tabIndex: 0,
      onFocus: () => {
        if (!leaving.current) scroller.current?.focus({ preventScroll: true });
      },
    },
  };
}

/** The neighbour of a message. Without one: the first or last message in view. */
function messageBeside(log: HTMLElement, message: HTMLElement | null, by: 1 | -1): HTMLElement | undefined {
  const messages = [...log.querySelectorAll<HTMLElement>("article")];
  if (message) return messages[messages.indexOf(message) + by];
  const view = log.getBoundingClientRect();
  const shown = messages.filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom <= view.bottom + 1 && top >= view.top - 1;
  });
  return shown.at(by === 1 ? 0 : -1);
}

/** The control to the left or right. Before the first one is the message itself. */
function controlBeside(message: HTMLElement, target: HTMLElement, key: string): HTMLElement | undefined {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  const stops = [message, ...message.querySelectorAll<HTMLElement>(CONTROLS)];
  return stops[stops.indexOf(target) + (key === "ArrowRight" ? 1 : -1) * inlineSign()];
}
