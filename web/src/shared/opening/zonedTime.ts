import { remember } from "@/lib/remember";

const DAY = 86_400_000;

const dateFormat = remember(
  (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }),
);

/** Date of an instant in a zone, as YYYY-MM-DD. */
export const dateIn = (zone: string, at: number): string => dateFormat(zone).format(at);

/** Minutes that the clocks of two zones are apart at an instant. */
export function minutesApart(zone: string, other: string, at: number): number {
  const clock = (timeZone: string) => {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    }).formatToParts(at);
    const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    return Date.UTC(number("year"), number("month") - 1, number("day"), number("hour"), number("minute"));
  };
  return (clock(zone) - clock(other)) / 60_000;
}

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Days on the calendar of the zone from `now` to `at`. */
export const daysAway = (zone: string, at: number, now: number): number =>
  Math.round((Date.parse(dateIn(zone, at)) - Date.parse(dateIn(zone, now))) / DAY);

export interface ZonedTime {
  time: string;
  /** Weekday, or the date if more than six days away. Null today. */
  day: string | null;
  /** Name of the zone if the viewer's clock differs. */
  zone: string | null;
}

/** Formats an instant in the zone of a company, for a viewer in another. */
export function zonedTime(
  tag: string,
  zone: string,
  at: number,
  now: number,
  viewer = viewerZone(),
): ZonedTime {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: zone, numberingSystem: "latn" });
  const days = daysAway(zone, at, now);
  const day =
    days === 0 ? null : days < 7 ? format({ weekday: "long" }) : format({ day: "numeric", month: "short" });
  return {
    time: format({ hour: "numeric", minute: "2-digit" }).format(at),
    day: day?.format(at) ?? null,
    zone: minutesApart(zone, viewer, at) === 0 ? null : zoneName(tag, zone, at),
  };
}

/** Short name of a zone: "CET", "GMT+9". */
export function zoneName(tag: string, zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: "short" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}
