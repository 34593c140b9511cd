// Swipe distances in CSS pixels and what follows from them.

/** Offset of the dragged element: free up to `free`, then with resistance up to half as much again. */
export function dampen(by: number, free: number): number {
  if (by <= 0) return 0;
  if (by <= free) return by;
  const beyond = by - free;
  return free + (free / 2) * (1 - 1 / (1 + beyond / free));
}

/** So far a message is pulled until it is answered. */
export const REPLY_DISTANCE_PX = 56;

/** The tray behind a chat's row. */
export const ACTIONS_WIDTH_PX = 216;

/** State of a released row: closed, open, or archived after a pull across most of it. */
export function settle(by: number, wide: number): "shut" | "open" | "whole" {
  if (by >= Math.max(ACTIONS_WIDTH_PX * 1.2, wide * 0.7)) return "whole";
  return by >= ACTIONS_WIDTH_PX / 3 ? "open" : "shut";
}
