import { plusDays, weekdayOf } from "@/shared/booking/model/dates";

interface DaysSoon {
  key: "any" | "today" | "tomorrow" | "weekend";
  days: { date: string | null; until: string | null };
}

/** Days that are asked for most. The weekend begins on Friday; on its last day it is today. */
export function daysSoon(today: string): DaysSoon[] {
  const friday = plusDays(today, Math.max(0, 5 - weekdayOf(today)));
  const sunday = plusDays(today, 7 - weekdayOf(today));
  return [
    { key: "any", days: { date: null, until: null } },
    { key: "today", days: { date: today, until: null } },
    { key: "tomorrow", days: { date: plusDays(today, 1), until: null } },
    ...(sunday > today ? [{ key: "weekend" as const, days: { date: friday, until: sunday } }] : []),
  ];
}
