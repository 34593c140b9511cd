import { useLanguage } from "@/lib/i18n";
import { remember } from "@/lib/remember";
import { zonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { daysAway } from "@/shared/opening/zonedTime";

/** Formats of moments in the zone of the company. */
export interface OrderTimes {
  time(at: string): string;
  /** "7:30 PM" today, else "Nov 27, 7:30 PM"; with the year if it is another one. */
  short(at: string): string;
  /** The short form, with the name of the zone if the viewer's clock differs: "7:30 PM (GMT+1)". */
  zoned(at: string): string;
  /** "Nov 27, 2026, 7:30 PM". */
  full(at: string): string;
}

/** The cards of a board share them. */
const timesOf = remember((tag: string, timeZone: string): OrderTimes => {
  const { time, monthDayTime, dateTime: full, zone } = zonedFormat(tag, timeZone);
  const isThisYear = (at: string) => new Date(at).getFullYear() === new Date().getFullYear();
  const short = (at: string) => {
    if (daysAway(timeZone, Date.parse(at), Date.now()) === 0) return time(at);
    return isThisYear(at) ? monthDayTime(at) : full(at);
  };
  const zoned = (at: string) => {
    const name = zone(at);
    return name ? `${short(at)} (${name})` : short(at);
  };
  return { time, short, zoned, full };
});

export function useOrderTimes(timeZone: string): OrderTimes {
  const { tag } = useLanguage();
  return timesOf(tag, timeZone);
}
