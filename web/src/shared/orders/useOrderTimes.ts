import { useLanguage } from "@/lib/i18n";
import { remember } from "@/lib/remember";
import { daysAway, minutesApart, viewerZone, zoneName } from "@/shared/opening/zonedTime";

/** Formats of moments in the zone of the company. */
export interface OrderTimes {
  time(at: string): string;
  /** "7:30 PM" today, else "Nov 27, 7:30 PM"; with the year if it is another one. */
  short(at: string): string;
  /** "Nov 27, 2026, 7:30 PM". */
  full(at: string): string;
  /** Name of the zone if the viewer's clock differs at that moment. */
  zone(at: string): string | null;
}

/** The cards of a board share them. */
const timesOf = remember((tag: string, timeZone: string): OrderTimes => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(tag, { ...options, timeZone, numberingSystem: "latn" });
    return (at: string) => made.format(new Date(at));
  };
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  const time = format(clock);
  const day = format({ day: "numeric", month: "short", ...clock });
  const full = format({ day: "numeric", month: "short", year: "numeric", ...clock });
  const isThisYear = (at: string) => new Date(at).getFullYear() === new Date().getFullYear();
  return {
    time,
    short: (at) => {
      if (daysAway(timeZone, Date.parse(at), Date.now()) === 0) return time(at);
      return isThisYear(at) ? day(at) : full(at);
    },
    full,
    zone: (at) =>
      minutesApart(timeZone, viewerZone(), Date.parse(at)) === 0
        ? null
        : zoneName(tag, timeZone, Date.parse(at)),
  };
});

export function useOrderTimes(timeZone: string): OrderTimes {
  const { tag } = useLanguage();
  return timesOf(tag, timeZone);
}
