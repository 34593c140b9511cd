// Calendar dates as YYYY-MM-DD in the zone of the company.

import { dateIn, minutesApart } from "@/shared/opening/zonedTime";

const DAY = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export const isDate = (text: string | null): text is string =>
  text !== null && DATE.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

export const today = (zone: string, now = Date.now()): string => dateIn(zone, now);

/** Instant of midnight in a zone. The second pass corrects a clock change between the two. */
export function midnight(zone: string, date: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const offset = (at: number) => minutesApart(zone, "UTC", at) * 60_000;
  const near = utc - offset(utc);
  return utc - offset(near);
}

export const instant = (zone: string, date: string): string => new Date(midnight(zone, date)).toISOString();
