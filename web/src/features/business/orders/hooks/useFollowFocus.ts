import { type FocusEvent, useEffect, useRef } from "react";
import type { Order } from "@/shared/orders/types";

/** Keeps the focus with a card whose step moves it to another column, or with the next card if it leaves the board. */
export function useFollowFocus(orders: readonly Order[] | undefined): (event: FocusEvent) => void {
  const last = useRef<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards move with the orders
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    for (const id of last.current) {
      const within = document.querySelector<HTMLElement>(`[data-order="${id}"] :is(a, button)`);
      if (within) return within.focus({ preventScroll: true });
    }
  }, [orders]);
  useEffect(() => {
    // Whoever presses elsewhere has left the card.
    const onPress = ({ target }: Event) => {
      if (!(target as Element).closest("[data-order]")) last.current = [];
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, []);
  return ({ target }) => {
    const card = target.closest<HTMLElement>("[data-order]");
    const neighbours = [card, card?.nextElementSibling, card?.previousElementSibling];
    last.current = neighbours.flatMap((one) => (one instanceof HTMLElement && one.dataset.order) || []);
  };
}
