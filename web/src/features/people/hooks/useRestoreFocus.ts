import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

/**
 * A button that was pressed goes when what it did is done, and often its row with it. The focus then stays where one was: at
 * the same person, or at whoever has their place now, or at the panel.
 */
export function useRestoreFocus(panel: RefObject<HTMLElement | null>) {
  const last = useRef<{ person: string; at: number }>(undefined);
  useEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const { person, at } = last.current;
    const rows = [...(panel.current?.querySelectorAll<HTMLElement>("[data-person]") ?? [])];
    const row = rows.find((one) => one.dataset.person === person) ?? rows[Math.min(at, rows.length - 1)];
    const control = row?.querySelector<HTMLElement>("button") ?? row?.querySelector("a");
    (control ?? panel.current)?.focus({ preventScroll: true });
  });
  return {
    onFocus(event: FocusEvent<HTMLElement>) {
      const row = event.target.closest<HTMLElement>("[data-person]");
      const rows = [...(panel.current?.querySelectorAll("[data-person]") ?? [])];
      last.current = row ? { person: row.dataset.person ?? "", at: rows.indexOf(row) } : undefined;
    },
    onBlur({ target }: FocusEvent<HTMLElement>) {
      // Left on purpose, if it is still there.
      queueMicrotask(() => {
        if (target.isConnected) last.current = undefined;
      });
    },
  };
}
