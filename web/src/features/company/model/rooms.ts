import type { CalendarDay } from "@/shared/booking/types";
import type { RoomOffer } from "../types";
import { nightsOf, type StaySearch } from "./staySearch";

/** Merges the calendars of room types: the cheapest price and the most rooms of one type, by date. */
export function cheapestDays(calendars: readonly (readonly CalendarDay[])[]): CalendarDay[] {
  const merged = new Map<string, CalendarDay>();
  for (const day of calendars.flat()) {
    const known = merged.get(day.date);
    merged.set(day.date, known ? better(known, day) : day);
  }
  return [...merged.values()].sort((one, other) => one.date.localeCompare(other.date));
}

const RANK = { free: 2, full: 1, closed: 0 } as const;

function better(one: CalendarDay, other: CalendarDay): CalendarDay {
  if (RANK[one.state] !== RANK[other.state]) return RANK[one.state] > RANK[other.state] ? one : other;
  return {
    ...one,
    price: least(one.price, other.price),
    left: Math.max(one.left ?? 0, other.left ?? 0),
    min_nights: least(one.min_nights, other.min_nights),
  };
}

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

export type RoomState =
  | { kind: "open" }
  | { kind: "free"; total: number; vatAdded: number; left: number }
  | { kind: "short"; nights: number }
  | { kind: "few"; left: number }
  | { kind: "full" };

/** Returns the state of a room type for a search. The calendar knows what was taken since the offer was read. */
export function roomState(offer: RoomOffer, search: StaySearch, calendar: readonly CalendarDay[]): RoomState {
  if (offer.sold_out) return { kind: "full" };
  const nights = nightsOf(search);
  if (nights.length === 0 || offer.left === null) return { kind: "open" };
  const known = new Map(calendar.map((day) => [day.date, day]));
  const lefts = nights.map((night) => {
    const day = known.get(night);
    return day ? (day.state === "free" ? (day.left ?? 0) : 0) : (offer.left ?? 0);
  });
  const left = Math.min(offer.left, ...lefts);
  if (left === 0) return { kind: "full" };
  if (left < search.rooms) return { kind: "few", left };
  if (offer.total !== null) return { kind: "free", total: offer.total, vatAdded: offer.vat_added ?? 0, left };
  return { kind: "short", nights: offer.min_nights ?? nights.length };
}

const ORDER: Readonly<Record<RoomState["kind"], number>> = { free: 0, open: 0, short: 1, few: 2, full: 3 };

/** Sorts rooms that can be booked before the others. */
export const byState = <T extends { state: RoomState }>(rooms: readonly T[]): T[] =>
  [...rooms].sort((one, other) => ORDER[one.state.kind] - ORDER[other.state.kind]);
