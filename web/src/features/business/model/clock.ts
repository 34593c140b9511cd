/** Minutes of a day. */
export const DAY = 24 * 60;

/** Minutes from the begin of the day. Hours go on past midnight: 26:00. */
export const minutesOf = (clock: string): number => {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 60 + minute;
};

export const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
