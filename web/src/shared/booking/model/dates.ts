// Calendar dates as YYYY-MM-DD, without a zone. The formatting zone is UTC, so that a date is never another date.

const DAY = 86_400_000;

const at = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const plusDays = (date: string, days: number): string => dateOf(at(date) + days * DAY);

export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY);

export const datesFrom = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, day) => plusDays(from, day));

/** First day of the month of a date. */
export const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;

export function plusMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return dateOf(Date.UTC(year, number - 1 + count, 1));
}

export const lastOfMonth = (month: string): string => plusDays(plusMonths(month, 1), -1);

/** Weekday from 1, Monday, to 7. */
export const weekdayOf = (date: string): number => new Date(at(date)).getUTCDay() || 7;

/** Weeks of a month. Days of other months are null. `firstDay` is 1 (Monday) to 7. */
export function weeksOf(month: string, firstDay: number): (string | null)[][] {
  const lead = (weekdayOf(month) - firstDay + 7) % 7;
  const days: (string | null)[] = datesFrom(month, daysBetween(month, lastOfMonth(month)) + 1);
  const cells = [...Array<null>(lead).fill(null), ...days];
  while (cells.length % 7 > 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** First day of the week in a language: 1 (Monday) to 7. */
export function firstWeekday(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1;
}

export function formatDate(tag: string, date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC", numberingSystem: "latn" }).format(
    at(date),
  );
}
