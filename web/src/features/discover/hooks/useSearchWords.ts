import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { formatDate } from "@/shared/booking/model/dates";
import type { Filters } from "../model/filters";

/** Says day, party and their parts in few words: "Fri, Nov 27 – Sun, Nov 29", "Fri, Nov 27, evening", "2 people". */
export function useSearchWords() {
  const { t } = useTranslation("discover");
  const { tag } = useLanguage();
  const day = (date: string) => formatDate(tag, date, { weekday: "short", day: "numeric", month: "short" });
  const clock = new Intl.DateTimeFormat(tag, {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
    numberingSystem: "latn",
  });
  return {
    when({ date, until, time }: Pick<Filters, "date" | "until" | "time">): string | null {
      if (!date) return null;
      const days = until ? t("when.range", { from: day(date), to: day(until) }) : day(date);
      return time ? t("when.withTime", { day: days, time: t(`when.part.${time}`) }) : days;
    },
    /** Time of a minute of the day. */
    time: (minute: number): string => clock.format(minute * 60_000),
    who({ adults, children }: Pick<Filters, "adults" | "children">): string | null {
      return adults === null ? null : t("who.people", { count: adults + children });
    },
  };
}
