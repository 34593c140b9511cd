// Choices of the customer, and the request that they make once they are complete.

import { dateIn } from "@/shared/opening/zonedTime";
import type { BookableOffering, BookingTime, Variant } from "../types";
import { specOf } from "./bookable";
import { daysBetween } from "./dates";

export interface Selection {
  /** Day that is shown, or arrival of a stay. */
  date: string | null;
  /** Departure of a stay. */
  until: string | null;
  /** Start of a slot. */
  startsAt: string | null;
  occurrence: number | null;
  /** Chosen variant where one is chosen. */
  variant: number | null;
  quantities: Readonly<Record<number, number>>;
  resource: number | null;
  members: number;
  rooms: number;
}

/** Units of one booking, at most: the server's limit. */
export const MAX_UNITS = 20;
/** Nights of one stay, at most. */
export const MAX_NIGHTS = 30;

export interface Limits {
  min: number;
  max: number;
}

type Sized = Pick<BookableOffering, "availability" | "members_min" | "members_max">;

/** Persons that one booking accepts. Tables join and rooms add up. */
export function memberLimits({ availability, members_min, members_max }: Sized, rooms = 1): Limits {
  const { partyFilters, rooms: hasRooms, party } = specOf(availability);
  const min = Math.max(1, members_min);
  if (hasRooms) return { min, max: Math.max(min, members_max * rooms) };
  if (partyFilters || party === "quantities") return { min, max: Math.max(members_max, MAX_UNITS) };
  return { min, max: Math.max(min, members_max) };
}

export const clampTo = ({ min, max }: Limits, value: number): number => Math.min(max, Math.max(min, value));

/** Start of a selection. A single price is chosen already. */
export function startSelection(
  offering: Pick<BookableOffering, "variants"> & Sized,
  wanted: Partial<Selection> = {},
): Selection {
  const { variants, party } = specOf(offering.availability);
  const limits = memberLimits(offering);
  const [first] = offering.variants;
  const only = offering.variants.length === 1 ? first : undefined;
  const members = clampTo(limits, wanted.members ?? Math.min(2, limits.max));
  return {
    date: null,
    until: null,
    startsAt: null,
    occurrence: null,
    variant: variants === "one" ? (first?.id ?? null) : null,
    quantities: party === "quantities" && only ? { [only.id]: limits.min } : {},
    resource: null,
    rooms: 1,
    ...wanted,
    members,
  };
}

export const quantityOf = ({ quantities }: Pick<Selection, "quantities">): number =>
  Object.values(quantities).reduce((total, quantity) => total + quantity, 0);

const itemsOf = ({ quantities }: Pick<Selection, "quantities">) =>
  Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => ({ variant_id: Number(id), quantity }));

/** Returns the time to hold, or null as long as something is not chosen. */
export function timeOf(
  offering: Pick<BookableOffering, "availability" | "variants">,
  selection: Selection,
): BookingTime | null {
  const { picker, party, variants } = specOf(offering.availability);
  const time = whenOf(picker, selection);
  if (!time) return null;
  if (party === "quantities") {
    const items = itemsOf(selection);
    return items.length > 0 ? { ...time, items, members: quantityOf(selection) } : null;
  }
  // One price needs no choice: the server takes it.
  const several = variants === "one" && offering.variants.length > 1 && selection.variant !== null;
  const quantity = picker === "nights" ? selection.rooms : 1;
  return {
    ...time,
    members: selection.members,
    ...(several && selection.variant !== null
      ? { items: [{ variant_id: selection.variant, quantity }] }
      : undefined),
    ...(selection.resource !== null && { resource_id: selection.resource }),
  };
}

function whenOf(
  picker: ReturnType<typeof specOf>["picker"],
  { date, until, startsAt, occurrence, rooms }: Selection,
): BookingTime | null {
  if (picker === "slots") return startsAt === null ? null : { starts_at: startsAt };
  if (picker === "occurrences") return occurrence === null ? null : { occurrence_id: occurrence };
  return date !== null && until !== null ? { check_in: date, check_out: until, rooms } : null;
}

/** Total of the chosen variants before the server has priced them. Nights are priced by date and have none. */
export function estimate(
  offering: Pick<BookableOffering, "availability" | "variants">,
  selection: Selection,
): number | null {
  const { picker, party } = specOf(offering.availability);
  if (picker === "nights") return null;
  const price = (id: number) => offering.variants.find((variant) => variant.id === id)?.price ?? 0;
  if (party === "quantities") {
    return itemsOf(selection).reduce((total, item) => total + price(item.variant_id) * item.quantity, 0);
  }
  return selection.variant === null ? 0 : price(selection.variant);
}

/** Returns the nights of a stay that ends on `date`, or the reason why it cannot end there. */
export function stayError(from: string, date: string, minNights: number): "tooLong" | "tooShort" | null {
  const nights = daysBetween(from, date);
  if (nights > MAX_NIGHTS) return "tooLong";
  return nights < minNights ? "tooShort" : null;
}

/** Start of a selection from the address: `date`, and `slot` as a start or the id of an occurrence. */
export function selectionFrom(
  search: URLSearchParams,
  offering: Pick<BookableOffering, "availability" | "occurrences" | "company">,
): Partial<Selection> {
  const slot = search.get("slot");
  const date = search.get("date");
  const members = Number(search.get("members")) || undefined;
  const known = offering.occurrences.find((one) => String(one.id) === slot || one.starts_at === slot);
  const start = slot !== null && !known && !Number.isNaN(Date.parse(slot)) ? slot : null;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date ?? "") ? date : null;
  const { time_zone } = offering.company;
  return {
    date: day ?? (start ? dateIn(time_zone, Date.parse(start)) : null),
    startsAt: specOf(offering.availability).picker === "slots" ? start : null,
    occurrence: known?.id ?? null,
    ...(members !== undefined && { members }),
  };
}

/** Variants that can be chosen, in the order of the company. */
export const onSale = (variants: readonly Variant[]): Variant[] => variants.filter((one) => !one.sold_out);
