import { useIsMutating } from "@tanstack/react-query";
import { type FocusEvent, useEffect, useRef } from "react";
import { stepKey } from "../api";

/**
 * Keeps the focus with the order that it was on, `data-order`, when a step moves it or changes its buttons. If it is gone, the focus
 * moves to the next order of the column, and to the title of a column without one.
 */
export function useFollowFocus(orders: unknown): (event: FocusEvent) => void {
  const last = useRef<string[]>([]);
  const isPending = useIsMutating({ mutationKey: stepKey }) > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards move with the orders
  useEffect(() => {
    // Buttons are disabled while a step is sent.
    if (isPending) return;
    // A column that was empty draws its cards when it knows the height of the window.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      for (const place of last.current) {
        const within = document.querySelector<HTMLElement>(place);
        if (within) return within.focus({ preventScroll: true });
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [orders, isPending]);
  useEffect(() => {
    // A press elsewhere leaves the card. A sheet belongs to it.
    const onPress = ({ target }: Event) => {
      if (!(target as Element).closest('[data-order], [role="dialog"]')) last.current = [];
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, []);
  return ({ target, currentTarget }) => {
    // Events of a sheet come here too, though it stands beside the page.
    if (!currentTarget.contains(target)) return;
    const card = target.closest<HTMLElement>("[data-order]");
    const place = card?.closest("li");
    const cards = [place?.nextElementSibling, place?.previousElementSibling].map((other) =>
      other?.querySelector<HTMLElement>("[data-order]"),
    );
    const ids = [card, ...cards].flatMap((one) => one?.dataset.order ?? []);
    const title = card?.closest("[aria-labelledby]")?.getAttribute("aria-labelledby");
    last.current = ids.map((id) => `[data-order="${id}"] :is(a, button:enabled)`);
    if (title) last.current.push(`#${title}`);
  };
}
