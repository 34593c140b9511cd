// Presence and typing state, used by both streams.

import type { TypingKind } from "./wire";

/** A typing signal holds this long; its sender repeats it sooner, and one that left repeats nothing. */
export const TYPING_TIMEOUT_MS = 6_000;

export interface TypingUntil {
  /** Unix milliseconds. */
  until: number;
  what: TypingKind;
}

/** Typing members and the end of each signal. */
export type Typing = Readonly<Record<number, TypingUntil>>;

export interface Writer {
  user: number;
  what: TypingKind;
}

export function withTyping(
  typing: Typing,
  user: number,
  on: boolean,
  now: number,
  what: TypingKind = "text",
): Typing {
  if (on) return { ...typing, [user]: { until: now + TYPING_TIMEOUT_MS, what } };
  if (!(user in typing)) return typing;
  const { [user]: _, ...others } = typing;
  return others;
}

export function typingNow(typing: Typing, now: number): Writer[] {
  return Object.entries(typing)
    .filter(([, { until }]) => until > now)
    .map(([user, { what }]) => ({ user: Number(user), what }));
}

/** Returns the time at which the next typing signal ends, or undefined. */
export function nextTypingEnd(typing: Typing, now: number): number | undefined {
  const ends = Object.values(typing)
    .map(({ until }) => until)
    .filter((until) => until > now);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}
