import { plusDays } from "@/shared/booking/model/dates";
import { MAX_UNITS } from "@/shared/booking/model/units";

/** Search for a room: nights and party. */
export interface StaySearch {
  /** Arrival. */
  date: string | null;
  /** Departure. */
  until: string | null;
  adults: number;
  children: number;
  rooms: number;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

function dateOf(params: URLSearchParams, name: string): string | null {
  const value = params.get(name) ?? "";
  return DATE.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
}

function count(params: URLSearchParams, name: string, usual: number, min: number): number {
  const value = Number(params.get(name) ?? usual);
  return Number.isInteger(value) && value >= min && value <= MAX_UNITS ? value : usual;
}

/** Reads the search of an address. Values that make no sense are ignored, and so is a departure before the arrival. */
export function readStay(params: URLSearchParams): StaySearch {
  const [date, until] = [dateOf(params, "date"), dateOf(params, "until")];
  return {
    date,
    until: date !== null && until !== null && until > date ? until : null,
    adults: count(params, "adults", 2, 1),
    children: count(params, "children", 0, 0),
    rooms: count(params, "rooms", 1, 1),
  };
}

/** Writes the search into an address and keeps its other parameters. */
export function writeStay(params: URLSearchParams, search: StaySearch): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of Object.keys(search)) next.delete(name);
  for (const [name, value] of Object.entries(search)) if (value !== null) next.set(name, String(value));
  return next;
}

/** Address of the booking of a room with the nights and the party chosen. */
export function roomPath(offering: number, variant: number | null, search: StaySearch): string {
  const { date, until, adults, children, rooms } = search;
  const params = new URLSearchParams({ offering: String(offering) });
  if (variant !== null) params.set("variant", String(variant));
  if (date !== null) params.set("date", date);
  if (until !== null) params.set("until", until);
  params.set("members", String(adults + children));
  if (children > 0) params.set("children", String(children));
  params.set("rooms", String(rooms));
  return `/bookAppointment?${params}`;
}

/** Nights of a stay, by the date on which each begins. */
export function nightsOf({ date, until }: Pick<StaySearch, "date" | "until">): string[] {
  const nights: string[] = [];
  if (date === null || until === null) return nights;
  for (let night = date; night < until; night = plusDays(night, 1)) nights.push(night);
  return nights;
}
