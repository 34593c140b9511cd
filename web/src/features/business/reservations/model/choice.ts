// Time, place and classes of a reservation that the company adds or moves.

import { isBookable, specOf } from "@/shared/booking/model/bookable";
import { itemsOf, type Quantities } from "@/shared/booking/model/units";
import type { Availability, BookablePlace, CompanyDay, Slot } from "../types";
import { plusDays } from "./dates";

/** Persons of one reservation, at most: the server's limit of a query for free times. */
export const PARTY_MAX = 100;

/** Choice so far. */
export interface Choice {
  /** Day, or arrival of a stay. */
  date: string;
  /** Departure of a stay. */
  until: string;
  startsAt: string | null;
  /** Wanted table, member of staff or equipment. Null: any. It counts where it is free. */
  place: number | null;
  /** Class of what is booked as one. Null: the first. */
  variant: number | null;
  /** Units of each class that is counted. */
  quantities: Quantities;
}

export const startChoice = (date: string, change: Partial<Choice> = {}): Choice => ({
  date,
  until: plusDays(date, 1),
  startsAt: null,
  place: null,
  variant: null,
  quantities: {},
  ...change,
});

/** Part of a choice that is missing. */
export type Missing = "departure" | "time" | "units";

/** Tickets and sailings count their units: they are the party. */
export const isCounted = (availability: Availability): boolean =>
  isBookable(availability) && specOf(availability).party === "quantities";

/** Returns the chosen start if it is free. */
export const slotOf = (day: CompanyDay | undefined, { startsAt }: Choice): Slot | undefined =>
  day?.slots.find(({ starts_at, left }) => starts_at === startsAt && left > 0);

const KINDS = ["table", "staff", "equipment"] as const;

/** Those of the first kind that there is. The server finds the others. */
function ofFirstKind<Place extends { kind: string }>(places: readonly Place[]): Place[] {
  const kind = KINDS.find((one) => places.some((place) => place.kind === one));
  return places.filter((place) => place.kind === kind);
}

/** Places to choose from. */
export const placesOf = (day: CompanyDay | undefined): BookablePlace[] => ofFirstKind(day?.places ?? []);

/** Returns the place of a reservation. Joined tables are none: they are chosen together. */
export function ownPlace(resources: readonly { id: number; kind: string }[]): number | null {
  const [own, ...joined] = ofFirstKind(resources);
  return own && joined.length === 0 ? own.id : null;
}

/** Returns the wanted place if it is free at the start. */
export const freePlace = (slot: Slot | undefined, { place }: Choice): number | null =>
  place !== null && slot?.resources.includes(place) ? place : null;

export function missingOf(
  availability: Availability,
  day: CompanyDay | undefined,
  choice: Choice,
): Missing | null {
  if (availability === "nights") return choice.until > choice.date ? null : "departure";
  if (!slotOf(day, choice)) return "time";
  return isCounted(availability) && itemsOf(choice.quantities).length === 0 ? "units" : null;
}

/** Returns the fields of the request, or null while something is missing. */
export function requestOf(availability: Availability, day: CompanyDay | undefined, choice: Choice) {
  if (missingOf(availability, day, choice)) return null;
  const one = choice.variant === null ? {} : { items: [{ variant_id: choice.variant, quantity: 1 }] };
  const slot = slotOf(day, choice);
  if (!slot) return { check_in: choice.date, check_out: choice.until, ...one };
  const time = slot.occurrence_id ? { occurrence_id: slot.occurrence_id } : { starts_at: slot.starts_at };
  if (isCounted(availability)) {
    const items = itemsOf(choice.quantities);
    return { ...time, items, members: items.reduce((total, { quantity }) => total + quantity, 0) };
  }
  const resource_id = freePlace(slot, choice);
  return { ...time, ...one, ...(resource_id !== null && { resource_id }) };
}
