const MINUTE = 60_000;

/** Minutes left at which the rest of a hold is announced. */
export const ANNOUNCED_MINUTES = [5, 1] as const;

/** Returns the time left as "9:05". */
export function formatLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns the minutes to announce between two looks at the clock, or null. */
export function announcedBetween(before: number, now: number): number | null {
  return ANNOUNCED_MINUTES.find((minutes) => before > minutes * MINUTE && now <= minutes * MINUTE) ?? null;
}
