import type { Filters } from "../model/filters";

type Days = Pick<Filters, "date" | "until">;

/** The first press chooses a day, a later one the last day; an earlier one, or one after both, begins anew. */
export function chooseDay({ date, until }: Days, day: string): Partial<Filters> {
  if (date === null || until !== null || day < date) return { date: day, until: null };
  if (day === date) return { date: null };
  return { until: day, time: null };
}
