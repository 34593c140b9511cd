import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useZonedFormat, type ZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { daysAway } from "@/shared/opening/zonedTime";

/** Formats of the times of a booking, in the zone of its company. */
export interface BookingFormat extends ZonedFormat {
  /** "Friday, November 27 at 7:30 PM". */
  dayTime(at: string): string;
  /** "Wed, Dec 9 – Sat, Dec 12". */
  stay(from: string, to: string): string;
  /** As short as it stays clear: "today 19:30", "Friday 19:30", "Nov 27, 19:30". */
  brief(at: string, withTime?: boolean): string;
}

export function useBookingFormat(timeZone: string): BookingFormat {
  const { t } = useTranslation("booking");
  const format = useZonedFormat(timeZone);
  return useMemo(
    () => ({
      ...format,
      dayTime: (at) => t("when.dayTime", { day: format.day(at), time: format.time(at) }),
      stay: (from, to) => t("when.stay", { from: format.date(from), to: format.date(to) }),
      brief(at, withTime = true) {
        const away = daysAway(timeZone, Date.parse(at), Date.now());
        const soon = away > 0 && away < 7 ? format.weekday(at) : format.monthDay(at);
        const near = away === 0 ? t("when.today") : soon;
        return withTime ? t("when.brief", { day: near, time: format.time(at) }) : near;
      },
    }),
    [t, format, timeZone],
  );
}
