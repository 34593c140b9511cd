/** Day with its income in minor units. */
export interface DayIncome {
  day: string;
  income: number;
  orders: number;
  bookings: number;
}

/** Bar of the chart: one day, or several in a long range. */
export interface Bar {
  from: string;
  to: string;
  income: number;
  orders: number;
  bookings: number;
}

const DAY_MS = 86_400_000;
/** Bars that a phone shows apart from each other. */
const BARS_MAX = 31;

const number = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const day = (value: number) => new Date(value * DAY_MS).toISOString().slice(0, 10);

export const plusDays = (from: string, days: number): string => day(number(from) + days);

/** Number of days of a range, both ends included. */
export const lengthOf = (from: string, to: string): number => number(to) - number(from) + 1;

/** Bars of a range. Days without orders count as zero; a long range has one bar for several days. */
export function barsOf(from: string, to: string, days: readonly DayIncome[]): Bar[] {
  const length = lengthOf(from, to);
  const each = Math.max(1, Math.ceil(length / BARS_MAX));
  const bars: Bar[] = [];
  for (let at = 0; at < length; at += each) {
    const last = Math.min(at + each, length) - 1;
    bars.push({ from: plusDays(from, at), to: plusDays(from, last), income: 0, orders: 0, bookings: 0 });
  }
  for (const one of days) {
    const bar = bars[Math.floor((number(one.day) - number(from)) / each)];
    if (bar) {
      bar.income += one.income;
      bar.orders += one.orders;
      bar.bookings += one.bookings;
    }
  }
  return bars;
}

/** Lines of a scale from zero to at least `max`: three or four round steps. */
export function scaleOf(max: number): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const lines = [];
  for (let at = 0; at < max + step; at += step) lines.push(Math.round(at));
  return [...new Set(lines)];
}

/** Change in percent, rounded. Null if there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 100);

/** Mean of an order or booking in minor units. */
export const averageOf = ({ income, tickets }: { income: number; tickets: number }): number =>
  tickets === 0 ? 0 : Math.round(income / tickets);
