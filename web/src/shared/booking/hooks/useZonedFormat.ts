import { useLanguage } from "@/lib/i18n";
import { remember } from "@/lib/remember";
import { minutesApart, viewerZone, zoneName } from "@/shared/opening/zonedTime";

type Moment = string | number;

/** Formats of moments in the zone of a company. */
export interface ZonedFormat {
  time(at: Moment): string;
  /** Clock of a minute of any day: "7:30 PM". Minutes go on past midnight. */
  clock(minutes: number): string;
  /** "Friday, November 27". With the year if it is another. */
  day(at: Moment): string;
  /** "Fri, Nov 27". */
  date(at: Moment): string;
  /** "Nov 27". */
  monthDay(at: Moment): string;
  /** "Nov 27, 2026". */
  yearDay(at: Moment): string;
  /** "Nov 27, 7:30 PM". */
  monthDayTime(at: Moment): string;
  /** "Nov 27, 2026". */
  yearDate(at: Moment): string;
  /** "Friday". */
  weekday(at: Moment): string;
  /** "Friday, November 27, 2026". */
  longDay(at: Moment): string;
  /** "Nov 27, 2026, 7:30 PM". */
  dateTime(at: Moment): string;
  /** "Fri, Nov 27, 7:30 PM". */
  short(at: Moment): string;
  /** End of something: the time, with the day if it is another one. */
  end(from: string, to: string): string;
  /** Name of the zone if the viewer's clock differs at that moment. */
  zone(at: string): string | null;
}

const MINUTE_MS = 60_000;
/** A night out ends the next morning: its end needs no date. */
const NEXT_DAY_MS = 18 * 3_600_000;

export const zonedFormat = remember((tag: string, timeZone: string): ZonedFormat => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(tag, { ...options, timeZone, numberingSystem: "latn" });
    return (at: Moment) => made.format(new Date(at));
  };
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  const long = { weekday: "long", day: "numeric", month: "long" } as const;
  const brief = { weekday: "short", day: "numeric", month: "short" } as const;
  const time = format(clock);
  const sameYear = format(long);
  const longDay = format({ ...long, year: "numeric" });
  const short = format({ ...brief, ...clock });
  const plain = new Intl.DateTimeFormat(tag, { ...clock, timeZone: "UTC", numberingSystem: "latn" });
  return {
    time,
    clock: (minutes) => plain.format(minutes * MINUTE_MS),
    day: (at) => (new Date(at).getFullYear() === new Date().getFullYear() ? sameYear : longDay)(at),
    date: format(brief),
    monthDay: format({ day: "numeric", month: "short" }),
    yearDay: format({ day: "numeric", month: "short", year: "numeric" }),
    monthDayTime: format({ day: "numeric", month: "short", ...clock }),
    yearDate: format({ day: "numeric", month: "short", year: "numeric" }),
    weekday: format({ weekday: "long" }),
    longDay,
    dateTime: format({ day: "numeric", month: "short", year: "numeric", ...clock }),
    short,
    end: (from, to) => (Date.parse(to) - Date.parse(from) < NEXT_DAY_MS ? time(to) : short(to)),
    zone: (at) =>
      minutesApart(timeZone, viewerZone(), Date.parse(at)) === 0
        ? null
        : zoneName(tag, timeZone, Date.parse(at)),
  };
});

export function useZonedFormat(timeZone: string): ZonedFormat {
  const { tag } = useLanguage();
  return zonedFormat(tag, timeZone);
}
