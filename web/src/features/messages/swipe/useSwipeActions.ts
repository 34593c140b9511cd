import { useEffect, useRef, useState } from "react";
import { slide, useSwipe } from "@/shared/swipe/useSwipe";
import { ACTIONS_WIDTH_PX, dampen, settle } from "./distance";

/** `moves` under the finger, `open` by itself, `whole` when the row was pulled all the way. */
export type SwipeState = "moves" | "open" | "whole";

/** A row that is pulled to the beginning of its line shows what lies behind it. A press anywhere else shuts it. */
export function useSwipeActions(key: number) {
  const [stands, setStands] = useState<SwipeState>();
  const row = useRef<HTMLElement>(null);
  const close = () => setStands(undefined);
  const handlers = useSwipe(-1, {
    onMove(target, by) {
      row.current = target;
      setStands("moves");
      slide(target, -dampen(by, ACTIONS_WIDTH_PX));
    },
    onEnd(target, by) {
      const then = settle(by, target.clientWidth);
      slide(target, then === "shut" ? 0 : -ACTIONS_WIDTH_PX);
      setStands(then === "shut" ? undefined : then);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat in the same row has its tray shut
  useEffect(() => setStands(undefined), [key]);
  const stays = stands !== undefined && stands !== "moves";
  useEffect(() => {
    if (!stays) return;
    const shut = (event: Event) => {
      const inTray = (event.target as Element).closest?.("[data-tray-of]");
      if (!inTray || !row.current?.contains(inTray)) setStands(undefined);
    };
    document.addEventListener("pointerdown", shut, true);
    document.addEventListener("scroll", shut, true);
    return () => {
      document.removeEventListener("pointerdown", shut, true);
      document.removeEventListener("scroll", shut, true);
    };
  }, [stays]);
  return { stands, close, handlers };
}
