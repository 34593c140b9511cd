import { dateIn } from "@/shared/opening/zonedTime";
import type { Hours, OpeningHours } from "../types";

const DAY = 86_400_000;

export interface WeekDay {
  /** 1 is Monday. */
  weekday: number;
  date: string;
  hours: Hours[];
  note: string | null;
  today: boolean;
}

const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7;

/** Returns the next seven days from today in the zone, Monday first, with the exceptions of their dates. */
export function weekOf(hours: OpeningHours, zone: string, now: number): WeekDay[] {
  const today = Date.parse(dateIn(zone, now));
  const days = Array.from({ length: 7 }, (_, ahead): WeekDay => {
    const date = new Date(today + ahead * DAY).toISOString().slice(0, 10);
    const weekday = weekdayOf(date);
    const exception = hours.exceptions.find((other) => other.date === date);
    return {
      weekday,
      date,
      hours: exception?.hours ?? hours.weekly.filter((interval) => interval.weekday === weekday),
      note: exception?.note ?? null,
      today: ahead === 0,
    };
  });
  return days.sort((a, b) => a.weekday - b.weekday);
}

/** Returns the exceptions after the next seven days, soonest first. */
export function laterExceptions(hours: OpeningHours, zone: string, now: number): OpeningHours["exceptions"] {
  const end = dateIn(zone, now + 6 * DAY);
  return hours.exceptions
    .filter(({ date }) => date > end)
    .sort((a, b) => a.date.localeCompare(b.date))
    .slice(0, 6);
}

/** Formats a local time. Hours past 24:00 are of the next day. */
export function formatClock(tag: string, clock: string): string {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return new Intl.DateTimeFormat(tag, {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
    numberingSystem: "latn",
  }).format(Date.UTC(2026, 0, 1, hour % 24, minute));
}

export const formatHours = (tag: string, { opens, closes }: Hours): string =>
  `${formatClock(tag, opens)} – ${formatClock(tag, closes)}`;

/** Open from midnight to midnight. */
export const isAllDay = ({ opens, closes }: Hours): boolean => opens === "00:00" && closes === "24:00";
