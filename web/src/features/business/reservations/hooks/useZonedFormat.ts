import { useMemo } from "react";
import { useLanguage } from "@/lib/i18n";

/** Formats of moments in the zone of the company. */
export interface ZonedFormat {
  time(at: string | number): string;
  /** "Fri, Nov 27". */
  day(at: string | number): string;
  /** "Friday, November 27, 2026". */
  longDay(at: string | number): string;
  /** "Nov 27, 2026, 7:30 PM". */
  dateTime(at: string | number): string;
}

export function useZonedFormat(timeZone: string): ZonedFormat {
  const { tag } = useLanguage();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const made = new Intl.DateTimeFormat(tag, { ...options, timeZone, numberingSystem: "latn" });
      return (at: string | number) => made.format(new Date(at));
    };
    const clock = { hour: "numeric", minute: "2-digit" } as const;
    return {
      time: format(clock),
      day: format({ weekday: "short", day: "numeric", month: "short" }),
      longDay: format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
      dateTime: format({ day: "numeric", month: "short", year: "numeric", ...clock }),
    };
  }, [tag, timeZone]);
}
