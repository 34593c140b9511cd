import { type RefObject, useLayoutEffect, useRef } from "react";

/** Rows that changed their place slide there from where they were. `order` changes when the order does. */
export function useReorderAnimation(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef(new Map<string, number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the positions are measured again whenever the order changes
  useLayoutEffect(() => {
    const before = tops.current;
    const after = new Map<string, number>();
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const row of list.current?.children ?? []) {
      if (!(row instanceof HTMLElement)) continue;
      const id = row.dataset.chat ?? "";
      after.set(id, row.offsetTop);
      const moved = (before.get(id) ?? row.offsetTop) - row.offsetTop;
      // Farther than a window, a row would only fly past.
      if (still || moved === 0 || Math.abs(moved) > window.innerHeight) continue;
      row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], {
        duration: 200,
        easing: "ease-out",
      });
    }
    tops.current = after;
  }, [list, order]);
}
