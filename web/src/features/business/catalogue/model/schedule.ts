import { clockOf, DAY, minutesOf } from "../../model/clock";
import type { Exception, Rule, Schedule } from "../api";

/** Change of the times of a date: hours besides the weekly ones, hours without bookings, or no times at all. */
export type ChangeKind = "extra" | "blocked" | "closed";

export const CHANGE_KINDS: readonly ChangeKind[] = ["extra", "blocked", "closed"];

const USUAL_HOURS: Readonly<Record<ChangeKind, Exception["hours"]>> = {
  extra: ["09:00", "18:00"],
  blocked: ["12:00", "14:00"],
  closed: null,
};

export const kindOf = ({ available, hours }: Exception): ChangeKind =>
  available ? "extra" : hours ? "blocked" : "closed";

/** Returns the change as one of another kind. Its hours stay. */
export const asKind = ({ hours, ...rest }: Exception, kind: ChangeKind): Exception => ({
  ...rest,
  available: kind === "extra",
  hours: kind === "closed" ? null : (hours ?? USUAL_HOURS[kind]),
});

export const newChange = (kind: ChangeKind): Exception =>
  asKind({ date: "", available: false, hours: null }, kind);

/** Time of the clock of a stored end. Past midnight hours go on: 26:00 is 02:00 of the next day. */
export const endClock = (ends: string): string => ends && clockOf(minutesOf(ends) % DAY);

/** Returns the stored end of hours. A clock that is not after the start is on the next day. */
export function storedEnd(starts: string, clock: string): string {
  if (!starts || !clock) return clock;
  const end = minutesOf(clock);
  return clockOf(end > minutesOf(starts) ? end : end + DAY);
}

/** Returns true if the hours end on the day after their start. */
export const endsNextDay = (ends: string): boolean => ends !== "" && minutesOf(ends) > DAY;

export const hasSeason = ({ valid_from, valid_until }: Rule): boolean => Boolean(valid_from || valid_until);

/** Keys of the messages for times that cannot be sent, by field. */
export function scheduleErrors({ rules, exceptions }: Schedule): Record<string, string> {
  const errors: Record<string, string> = {};
  const checkHours = (path: string, starts: string, ends: string) => {
    if (!starts) errors[`${path}.starts`] = "required";
    if (!ends) errors[`${path}.ends`] = "required";
    // Both are zero-padded.
    else if (starts && ends <= starts) errors[`${path}.ends`] = "end";
  };
  rules.forEach(({ weekdays, starts, ends, valid_from, valid_until }, at) => {
    if (weekdays.length === 0) errors[`rules.${at}.weekdays`] = "day";
    checkHours(`rules.${at}`, starts, ends);
    if (valid_from && valid_until && valid_until < valid_from) errors[`rules.${at}.valid_until`] = "lastDay";
  });
  exceptions.forEach(({ date, hours }, at) => {
    if (!date) errors[`exceptions.${at}.date`] = "required";
    if (hours) checkHours(`exceptions.${at}`, ...hours);
  });
  return errors;
}
