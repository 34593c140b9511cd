import { clockOf, DAY, minutesOf } from "../../model/clock";
import { isDate, plusDays } from "../../reservations/model/dates";
import type { OpeningHours } from "../api";

/** Times of a clock. A close that is not after the opening is on the next day. */
export interface Interval {
  opens: string;
  closes: string;
}

export interface ExceptionValue {
  date: string;
  hours: Interval[];
  note: string;
}

export interface HoursValues {
  /** By weekday: the first is Monday. */
  weekly: Interval[][];
  exceptions: ExceptionValue[];
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const INTERVALS_MAX = 5;
export const NOTE_MAX = 80;
/** Maximum dates with other hours that the server takes. */
export const EXCEPTIONS_MAX = 366;
export const USUAL: Interval = { opens: "09:00", closes: "18:00" };

/** Minutes from the begin of the day. The end may be on the next day. */
function rangeOf({ opens, closes }: Interval): [number, number] {
  const [from, to] = [minutesOf(opens), minutesOf(closes)];
  return [from, to > from ? to : to + DAY];
}

export const isOvernight = (interval: Interval): boolean => rangeOf(interval)[1] > DAY;

const shown = ({ opens, closes }: Interval): Interval => ({
  opens,
  closes: clockOf(minutesOf(closes) % DAY),
});

const sent = (interval: Interval): Interval => {
  const [from, to] = rangeOf(interval);
  return { opens: clockOf(from), closes: clockOf(to) };
};

export const hoursValues = (hours: OpeningHours): HoursValues => ({
  weekly: WEEKDAYS.map((weekday) => hours.weekly.filter((one) => one.weekday === weekday).map(shown)),
  exceptions: hours.exceptions.map(({ date, hours: ofDay, note }) => ({
    date,
    hours: ofDay.map(shown),
    note: note ?? "",
  })),
});

export const hoursBody = ({ weekly, exceptions }: HoursValues): OpeningHours => ({
  weekly: weekly.flatMap((day, at) => day.map((interval) => ({ weekday: at + 1, ...sent(interval) }))),
  exceptions: exceptions.map(({ date, hours, note }) => ({
    date,
    hours: hours.map(sent),
    note: note.trim() || null,
  })),
});

/** Interval to add after the others of a day: after a pause, or the usual hours. */
export function nextInterval(day: readonly Interval[]): Interval {
  const last = day.at(-1);
  if (!last) return USUAL;
  const [, end] = rangeOf(last);
  const opens = Math.min(end + 60, DAY - 60);
  return { opens: clockOf(opens), closes: clockOf(Math.min(opens + 4 * 60, DAY - 1)) };
}

/** Closes the company on dates, instead of their hours before. */
export function withClosed(
  exceptions: readonly ExceptionValue[],
  dates: readonly string[],
): ExceptionValue[] {
  const others = exceptions.filter(({ date }) => !dates.includes(date));
  const closed = dates.map((date) => ({ date, hours: [], note: "" }));
  return [...others, ...closed].sort((a, b) => a.date.localeCompare(b.date));
}

/**
 * Returns the rows of the list as places of exceptions. Closed days that follow each other for one reason share a row, but for
 * the dates that stay apart.
 */
export function rowsOf(exceptions: readonly ExceptionValue[], apart: ReadonlySet<string>): number[][] {
  const mayShare = ({ date, hours }: ExceptionValue) =>
    hours.length === 0 && isDate(date) && !apart.has(date);
  const rows: number[][] = [];
  exceptions.forEach((one, at) => {
    const before = exceptions[at - 1];
    const follows = before && mayShare(before) && mayShare(one) && one.date === plusDays(before.date, 1);
    if (follows && one.note === before.note) rows.at(-1)?.push(at);
    else rows.push([at]);
  });
  return rows;
}

export type HoursProblem = "time" | "overlap" | "date" | "dateTwice" | "note";

/** Problems by field: `weekly.1` for Mondays, `exceptions.0` for the first date. */
export function hoursProblems({ weekly, exceptions }: HoursValues): Record<string, HoursProblem> {
  const problems: Record<string, HoursProblem> = {};
  const week = weekly.flatMap((day, at) =>
    day.map((interval) => {
      const [from, to] = rangeOf(interval);
      return { at, from: at * DAY + from, to: at * DAY + to };
    }),
  );
  const sorted = week.toSorted((a, b) => a.from - b.from);
  sorted.forEach(({ to }, index) => {
    const next = sorted[index + 1];
    const first = sorted[0];
    // Hours of Sunday can continue on Monday.
    if (next && to > next.from) problems[`weekly.${next.at + 1}`] = "overlap";
    else if (!next && first && to > first.from + 7 * DAY) problems[`weekly.${first.at + 1}`] = "overlap";
  });
  weekly.forEach((day, at) => {
    if (!day.every(isComplete)) problems[`weekly.${at + 1}`] = "time";
  });
  exceptions.forEach(({ date, hours, note }, at) => {
    const ranges = hours.map(rangeOf).toSorted(([a], [b]) => a - b);
    const overlaps = ranges.some(
      ([, to], index) => to > (ranges[index + 1]?.[0] ?? Number.POSITIVE_INFINITY),
    );
    const problem = !date
      ? "date"
      : exceptions.findIndex((other) => other.date === date) !== at
        ? "dateTwice"
        : !hours.every(isComplete)
          ? "time"
          : overlaps
            ? "overlap"
            : [...note.trim()].length > NOTE_MAX && "note";
    if (problem) problems[`exceptions.${at}`] = problem;
  });
  return problems;
}

const isComplete = ({ opens, closes }: Interval): boolean => opens !== "" && closes !== "";
