import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Gives the focus back to what opened an overlay. The library does so only from what was closed before it was opened, and from what
 * stays when it is closed.
 */
export function useFocusBack(opened: boolean): void {
  const from = useRef<Element>(null);
  // While it renders the focus is still where the opening was asked for: what comes may take it at once.
  if (opened && !from.current) from.current = document.activeElement;
  useLayoutEffect(() => {
    // A menu that led here has gone in the same step, and has given the focus back already.
    if (opened && !from.current?.isConnected) from.current = document.activeElement;
  }, [opened]);
  useEffect(() => {
    if (!opened) return;
    return () => {
      const { activeElement, body } = document;
      const left =
        activeElement === null || activeElement === body || activeElement.closest('[role="dialog"]');
      if (left && from.current instanceof HTMLElement) from.current.focus({ preventScroll: true });
      from.current = null;
    };
  }, [opened]);
}
