import type { KeyboardEvent } from "react";
import { inlineSign } from "@/lib/direction";

/** Moves the focus among the buttons of a group with the arrow keys, Home and End. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const turned = inlineSign();
  const step = { ArrowRight: turned, ArrowLeft: -turned, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-item]")];
  const here = items.indexOf(document.activeElement as HTMLElement);
  const ends: Record<string, number> = { Home: 0, End: items.length - 1 };
  const to = step === undefined ? ends[event.key] : here + step;
  if (to === undefined || here < 0) return;
  event.preventDefault();
  items[Math.min(items.length - 1, Math.max(0, to))]?.focus();
}
