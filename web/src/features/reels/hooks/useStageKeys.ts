import { type RefObject, useEffect, useRef } from "react";
import { commandOf, type ReelCommand } from "../model/keys";

interface StageKeysOptions {
  stage: RefObject<HTMLElement | null>;
  /** Takes the focus. */
  scroller: RefObject<HTMLElement | null>;
  /** A sheet is over the stage. */
  covered: boolean;
  run: (command: ReelCommand) => void;
}

/** Keys of the stage. It takes the focus when it opens, and when a sheet leaves the focus nowhere. */
export function useStageKeys({ stage, scroller, covered, run }: StageKeysOptions) {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const { current: element } = scroller;
    if (!element || document.activeElement?.closest("input, textarea")) return;
    focusOn(element);
    // A browser shows the ring of a focus that nobody moved. It begins with the first key.
    element.dataset.ringless = "";
    const showRing = () => delete element.dataset.ringless;
    document.addEventListener("keydown", showRing, { once: true });
    return () => document.removeEventListener("keydown", showRing);
  }, [scroller]);
  useEffect(() => {
    if (covered) return;
    const { activeElement: at, body } = document;
    if (!at || at === body || at.closest("[role=dialog]")) focusOn(scroller.current);
    const onKeyDown = (event: KeyboardEvent) => {
      const command = commandOf(event, event.target as Element | null, stage.current);
      if (!command) return;
      event.preventDefault();
      latest.current(command);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [covered, stage, scroller]);
}

const focusOn = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
