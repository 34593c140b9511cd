import { isDate } from "../../reservations/model/dates";
import { datesFrom, weekOf } from "./timeGrid";

/** Views: days as columns, resources as columns, rooms and departures by night. */
export const VIEWS = ["week", "day", "nights"] as const;
export type View = (typeof VIEWS)[number];

export interface Address {
  view: View;
  date: string;
  /** Null: all. */
  offering: number | null;
  resource: number | null;
}

const NIGHTS = 14;

/** Reads the address. `usual` is the view of the device. */
export function addressOf(search: URLSearchParams, usual: View, today: string): Address {
  const view = search.get("view");
  const date = search.get("date");
  const id = (key: string) => {
    const number = Number(search.get(key));
    return Number.isSafeInteger(number) && number > 0 ? number : null;
  };
  return {
    view: VIEWS.find((key) => key === view) ?? usual,
    date: isDate(date) ? date : today,
    offering: id("offering"),
    resource: id("resource"),
  };
}

/** Dates that a view shows. */
export function datesOf({ view, date }: Pick<Address, "view" | "date">): string[] {
  if (view === "week") return weekOf(date);
  return datesFrom(date, view === "day" ? 1 : NIGHTS);
}

/** Days between two pages of a view. */
export const PAGE_DAYS: Readonly<Record<View, number>> = { week: 7, day: 1, nights: 7 };
