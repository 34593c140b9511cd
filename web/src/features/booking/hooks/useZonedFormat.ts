import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { daysAway, minutesApart, viewerZone, zoneName } from "@/shared/opening/zonedTime";

/** Formats of moments in the zone of a company. */
export interface ZonedFormat {
  time(at: string): string;
  /** "Friday, November 27". With the year if it is another. */
  day(at: string): string;
  /** "Friday, November 27 at 7:30 PM". */
  dayTime(at: string): string;
  /** End of something: the time, with the day if it is another one. */
  end(from: string, to: string): string;
  /** "Fri, Nov 27, 7:30 PM". */
  short(at: string): string;
  /** "Fri, Nov 27". */
  night(at: string): string;
  /** "Wed, Dec 9 – Sat, Dec 12". */
  stay(from: string, to: string): string;
  /** As short as it stays clear: "today 19:30", "Friday 19:30", "Nov 27, 19:30". */
  brief(at: string, withTime?: boolean): string;
  /** Name of the zone if the viewer's clock differs at that moment. */
  zone(at: string): string | null;
}

/** A night out ends the next morning: its end needs no date. */
const NEXT_DAY_MS = 18 * 3_600_000;

export function useZonedFormat(timeZone: string): ZonedFormat {
  const { t } = useTranslation("booking");
  const { tag } = useLanguage();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const made = new Intl.DateTimeFormat(tag, { ...options, timeZone, numberingSystem: "latn" });
      return (at: string) => made.format(new Date(at));
    };
    const clock = { hour: "numeric", minute: "2-digit" } as const;
    const date = { weekday: "long", day: "numeric", month: "long" } as const;
    const time = format(clock);
    const weekday = format({ weekday: "long" });
    const monthDay = format({ day: "numeric", month: "short" });
    const sameYear = format(date);
    const otherYear = format({ ...date, year: "numeric" });
    const day = (at: string) =>
      (new Date(at).getFullYear() === new Date().getFullYear() ? sameYear : otherYear)(at);
    const short = format({ weekday: "short", day: "numeric", month: "short", ...clock });
    const night = format({ weekday: "short", day: "numeric", month: "short" });
    return {
      time,
      day,
      end: (from, to) => (Date.parse(to) - Date.parse(from) < NEXT_DAY_MS ? time(to) : short(to)),
      dayTime: (at) => t("when.dayTime", { day: day(at), time: time(at) }),
      short,
      night,
      stay: (from, to) => t("when.stay", { from: night(from), to: night(to) }),
      brief(at, withTime = true) {
        const away = daysAway(timeZone, Date.parse(at), Date.now());
        const near = away === 0 ? t("when.today") : away > 0 && away < 7 ? weekday(at) : monthDay(at);
        return withTime ? t("when.brief", { day: near, time: time(at) }) : near;
      },
      zone: (at) =>
        minutesApart(timeZone, viewerZone(), Date.parse(at)) === 0
          ? null
          : zoneName(tag, timeZone, Date.parse(at)),
    };
  }, [t, tag, timeZone]);
}
