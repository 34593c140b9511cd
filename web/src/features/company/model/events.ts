import { dateIn } from "@/shared/opening/zonedTime";
import type { Occurrence } from "../types";

export interface EventDay {
  /** YYYY-MM-DD in the zone. */
  date: string;
  occurrences: Occurrence[];
}

/** Groups occurrences by the day on which they start, in order. */
export function groupByDay(occurrences: readonly Occurrence[], zone: string): EventDay[] {
  const days = new Map<string, Occurrence[]>();
  for (const occurrence of [...occurrences].sort((a, b) => a.starts_at.localeCompare(b.starts_at))) {
    const date = dateIn(zone, Date.parse(occurrence.starts_at));
    days.set(date, [...(days.get(date) ?? []), occurrence]);
  }
  return [...days].map(([date, list]) => ({ date, occurrences: list }));
}

/** Returns the weeks of a month (YYYY-MM), Monday first. Days of other months are null. */
export function monthGrid(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const before = (first.getUTCDay() || 7) - 1;
  const cells = Array.from({ length: Math.ceil((before + days) / 7) * 7 }, (_, at) => {
    const day = at - before + 1;
    return day >= 1 && day <= days ? `${month}-${String(day).padStart(2, "0")}` : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** Returns the month (YYYY-MM) that is `by` months from another. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, index = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, index - 1 + by, 1)).toISOString().slice(0, 7);
}
