// Grid of times: local dates as columns, the minutes of their clock as rows. All in the zone of the company.

import { DAY } from "../../model/clock";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Minutes that a choice snaps to. */
export const STEP = 15;
/** Least height of what is drawn, so that it can be read and pressed. */
export const SHORTEST = 30;
/** Least length of a card that stands above the hours. */
const ALL_DAY_MS = 18 * 3_600_000;
/** Hours that are always shown. */
const FIRST_HOUR = 8;
const LAST_HOUR = 20;

export interface Span {
  starts_at: string;
  ends_at: string;
}

/** Minutes of the clock of a date, from 0 to 1,440. */
export interface Minutes {
  start: number;
  end: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  formats.set(zone, made);
  return made;
}

/** Local date and time of an instant, as milliseconds since 1970 by the clock of the zone. */
function localMs(zone: string, at: string): number {
  const parts = formatOf(zone).formatToParts(Date.parse(at));
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(number("year"), number("month") - 1, number("day"), number("hour"), number("minute"));
}

const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

export const dateOf = (zone: string, at: string): string =>
  new Date(localMs(zone, at)).toISOString().slice(0, 10);

/** Minutes from the begin of a date to an instant, by the clock: negative before it, above 1,440 after it. */
export const minutesAt = (zone: string, date: string, at: string): number =>
  (localMs(zone, at) - startOf(date)) / MINUTE_MS;

/** Returns the part of a span on a date, or null without one. An hour that the clock repeats counts once. */
export function onDate(zone: string, date: string, { starts_at, ends_at }: Span): Minutes | null {
  const start = Math.max(0, minutesAt(zone, date, starts_at));
  const end = Math.min(DAY, minutesAt(zone, date, ends_at));
  if (Date.parse(ends_at) <= Date.parse(starts_at) || start >= DAY || end < 0) return null;
  // Within a repeated hour the clock of the end is not after that of the start.
  if (end <= start) return minutesAt(zone, date, starts_at) >= 0 && end > 0 ? { start, end: start } : null;
  return { start, end };
}

export const isAllDay = ({ starts_at, ends_at }: Span): boolean =>
  Date.parse(ends_at) - Date.parse(starts_at) >= ALL_DAY_MS;

/** Dates of a span: a night that ends at noon counts to the day before. */
export function coversNight(zone: string, date: string, { starts_at, ends_at }: Span): boolean {
  return dateOf(zone, starts_at) <= date && date < dateOf(zone, ends_at);
}

export interface Placed<T> extends Minutes {
  item: T;
  /** Place among those that overlap, from 0. */
  lane: number;
  /** Number of lanes beside each other. */
  lanes: number;
}

/** Lanes beside each other, and what found no place in them. */
export interface Laid<T> {
  placed: Placed<T>[];
  /** Items of a group beyond its last lane, which they share. */
  more: (Minutes & { items: T[]; lane: number; lanes: number })[];
}

/** Lays items side by side where they overlap, in at most `max` lanes. Items that only touch share a lane. */
export function layOut<T>(
  spans: readonly (Minutes & { item: T })[],
  max = Number.POSITIVE_INFINITY,
): Laid<T> {
  const drawn = spans.map((span) => {
    const start = Math.min(span.start, DAY - SHORTEST);
    return { item: span.item, start, end: Math.max(span.end, start + SHORTEST) };
  });
  const sorted = drawn.sort((a, b) => a.start - b.start || b.end - a.end);
  const laid: Laid<T> = { placed: [], more: [] };
  let group: Placed<T>[] = [];
  let ends: number[] = [];
  const close = () => {
    const lanes = Math.min(ends.length, max);
    const isFull = ends.length > max;
    for (const one of group) {
      one.lanes = lanes;
      if (!isFull || one.lane < max - 1) laid.placed.push(one);
    }
    const rest = isFull ? group.filter(({ lane }) => lane >= max - 1) : [];
    const [first] = rest;
    if (first)
      laid.more.push({
        items: rest.map(({ item }) => item),
        start: first.start,
        end: Math.max(...rest.map(({ end }) => end)),
        lane: max - 1,
        lanes,
      });
    [group, ends] = [[], []];
  };
  for (const { item, start, end } of sorted) {
    if (ends.every((taken) => taken <= start)) close();
    const free = ends.findIndex((taken) => taken <= start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = end;
    group.push({ item, start, end, lane, lanes: 1 });
  }
  close();
  return laid;
}

/** Hours that hold all of these, at least the usual ones. */
export function hoursAround(spans: readonly Minutes[]): { first: number; last: number } {
  const first = Math.min(FIRST_HOUR, ...spans.map(({ start }) => Math.floor(start / 60)));
  const last = Math.max(LAST_HOUR, ...spans.map(({ end }) => Math.ceil(end / 60)));
  return { first: Math.max(0, first), last: Math.min(24, last) };
}

/** Rows that are not open: what is left of the hours between the open spans. */
export function closedParts(
  open: readonly Minutes[],
  { first, last }: { first: number; last: number },
): Minutes[] {
  const sorted = [...open].sort((a, b) => a.start - b.start);
  const closed: Minutes[] = [];
  let at = first * 60;
  for (const { start, end } of sorted) {
    if (start > at) closed.push({ start: at, end: Math.min(start, last * 60) });
    at = Math.max(at, end);
  }
  if (at < last * 60) closed.push({ start: at, end: last * 60 });
  return closed.filter(({ start, end }) => end > start);
}

export const snap = (minutes: number): number => Math.floor(minutes / STEP) * STEP;

/** Choice between two minutes of a day, in any order. It holds both of their steps. */
export const between = (one: number, other: number): Minutes => ({
  start: Math.max(0, snap(Math.min(one, other))),
  end: Math.min(DAY, snap(Math.max(one, other)) + STEP),
});

export const overlaps = (one: Minutes, other: Minutes): boolean =>
  one.start < other.end && other.start < one.end;

/** Dates of a week, which begins on Monday. */
export function weekOf(date: string): string[] {
  const weekday = (new Date(startOf(date)).getUTCDay() + 6) % 7;
  return datesFrom(new Date(startOf(date) - weekday * DAY_MS).toISOString().slice(0, 10), 7);
}

export const datesFrom = (date: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => new Date(startOf(date) + at * DAY_MS).toISOString().slice(0, 10));
