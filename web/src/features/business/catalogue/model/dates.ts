/** Maximum dates of a range or a repetition. */
export const DATES_MAX = 200;

const DAY_MS = 86_400_000;

/** Local date or date and time, such as `2026-12-24T20:00`, some days later. */
export function plusDays(local: string, days: number): string {
  const [date = "", time] = local.split("T");
  const later = new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
  return time === undefined ? later : `${later}T${time}`;
}

/** Dates from one to another, both included, at most `DATES_MAX`. */
export function datesBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  if (!(count > 0)) return [];
  return Array.from({ length: Math.min(count, DATES_MAX) }, (_, at) => plusDays(from, at));
}

/** Local starts and ends of a date that repeats. */
export const repeated = (starts: string, ends: string, everyDays: number, count: number) =>
  Array.from({ length: Math.min(Math.max(count, 1), DATES_MAX) }, (_, at) => ({
    starts: plusDays(starts, at * everyDays),
    ends: plusDays(ends, at * everyDays),
  }));

/** Local date and time of an instant in a zone, for a text field. */
export function localOf(instant: string, zone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return format.format(new Date(instant)).replace(" ", "T");
}
