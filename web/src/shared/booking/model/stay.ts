import type { CalendarDay } from "../types";
import { daysBetween, plusDays } from "./dates";

/** Nights of one stay, at most. */
export const MAX_NIGHTS = 30;

/** Stay that is being chosen. */
export interface Stay {
  /** Arrival. */
  date: string | null;
  /** Departure. */
  until: string | null;
  rooms: number;
}

type Days = ReadonlyMap<string, CalendarDay>;

export const daysByDate = (days: readonly CalendarDay[]): Days => new Map(days.map((day) => [day.date, day]));

const isFree = (day: CalendarDay | undefined, rooms: number): boolean =>
  day?.state === "free" && (day.left === null || day.left >= rooms);

/** Returns the reason why a stay cannot end on `date`. */
export function stayError(from: string, date: string, minNights: number): "tooLong" | "tooShort" | null {
  const nights = daysBetween(from, date);
  if (nights > MAX_NIGHTS) return "tooLong";
  return nights < minNights ? "tooShort" : null;
}

/** Dates that may end a stay: every night before is free, and the stay is long enough. */
export function mayDepart({ date, rooms }: Stay, to: string, days: Days): boolean {
  if (date === null || to <= date || daysBetween(date, to) > MAX_NIGHTS) return false;
  if (stayError(date, to, days.get(date)?.min_nights ?? 1)) return false;
  for (let night = date; night < to; night = plusDays(night, 1)) {
    if (!isFree(days.get(night), rooms)) return false;
  }
  return true;
}

export const mayArrive = ({ rooms }: Stay, date: string, days: Days): boolean =>
  isFree(days.get(date), rooms);

/** A date ends the stay if it can. Otherwise it begins another one. Null if it can do neither. */
export function chooseDate(stay: Stay, date: string, days: Days): Pick<Stay, "date" | "until"> | null {
  if (stay.until === null && mayDepart(stay, date, days)) return { date: stay.date, until: date };
  return mayArrive(stay, date, days) ? { date, until: null } : null;
}
