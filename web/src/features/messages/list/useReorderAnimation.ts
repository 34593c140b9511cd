import { type RefObject, useLayoutEffect, useRef } from "react";

/** Rows that changed their place slide there from where they were. `order` changes when the order does. */
export function useReorderAnimation(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef(new Map<string, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the positions are measured again whenever the order changes
  useLayoutEffect(() => {
    const before = tops.current;
    if (before.size > 0) {
      const after = measure(list.current);
      slide(list.current, before, after);
      tops.current = after;
      return;
    }
    // New rows slide nowhere. Their layout belongs to the next frame, not to the task that renders them.
    const frame = requestAnimationFrame(() => {
      tops.current = measure(list.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [list, order]);
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement);
}

const idOf = (row: HTMLElement) => row.dataset.chat ?? "";

function measure(list: HTMLElement | null): Map<string, number> {
  return new Map(rowsOf(list).map((row) => [idOf(row), row.offsetTop]));
}

function slide(list: HTMLElement | null, before: Map<string, number>, after: Map<string, number>): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of rowsOf(list)) {
    const top = after.get(idOf(row)) ?? 0;
    const moved = (before.get(idOf(row)) ?? top) - top;
    // Farther than a window, a row would only fly past.
    if (moved === 0 || Math.abs(moved) > window.innerHeight) continue;
    row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], {
      duration: 200,
      easing: "ease-out",
    });
  }
}
