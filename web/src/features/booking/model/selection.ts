// Choices of the customer, and the request that they make once they are complete.

import { specOf } from "@/shared/booking/model/bookable";
import {
  clampTo,
  fitGuests,
  memberLimits,
  type Party,
  type SizedOffering,
} from "@/shared/booking/model/party";
import { itemsOf, MAX_UNITS, type Quantities, unitsOf } from "@/shared/booking/model/units";
import { totalOf, type VatTerms, withAddedVat } from "@/shared/booking/model/vat";
import type { BookableOffering, BookingTime, Variant } from "@/shared/booking/types";
import { dateIn } from "@/shared/opening/zonedTime";

export interface Selection extends Party {
  /** Day that is shown, or arrival of a stay. */
  date: string | null;
  /** Departure of a stay. */
  until: string | null;
  /** Start of a slot. */
  startsAt: string | null;
  occurrence: number | null;
  /** Chosen variant where one is chosen. */
  variant: number | null;
  quantities: Quantities;
  resource: number | null;
}

/** Start of a selection. A single price is chosen already, for the wanted party where units are sold. */
export function startSelection(
  offering: Pick<BookableOffering, "variants"> & SizedOffering,
  wanted: Partial<Selection> = {},
): Selection {
  const { variants, party, rooms: hasRooms } = specOf(offering.availability);
  const limits = memberLimits(offering, wanted.rooms);
  const first = onSale(offering.variants)[0] ?? offering.variants[0];
  const only = offering.variants.length === 1 ? first : undefined;
  const members = clampTo(limits, wanted.members ?? Math.min(2, limits.max));
  const children = Math.min(wanted.children ?? 0, members - 1);
  const guests = hasRooms
    ? fitGuests(offering, { members, children, rooms: wanted.rooms ?? 1 })
    : { members, children: wanted.children ?? 0 };
  return {
    date: null,
    until: null,
    startsAt: null,
    occurrence: null,
    variant: variants === "one" ? (first?.id ?? null) : null,
    quantities:
      party === "quantities" && only ? { [only.id]: clampTo(limits, wanted.members ?? limits.min) } : {},
    resource: null,
    rooms: 1,
    ...wanted,
    ...guests,
  };
}

export const quantityOf = ({ quantities }: Pick<Selection, "quantities">): number => unitsOf(quantities);

/** Returns the time to hold, or null as long as something is not chosen. */
export function timeOf(
  offering: Pick<BookableOffering, "availability" | "variants">,
  selection: Selection,
): BookingTime | null {
  const { picker, party, variants } = specOf(offering.availability);
  const time = whenOf(picker, selection);
  if (!time) return null;
  if (party === "quantities") {
    const items = itemsOf(selection.quantities);
    const members = quantityOf(selection);
    const children = Math.min(selection.children, members - 1);
    return items.length > 0 ? { ...time, items, members, ...(children > 0 && { children }) } : null;
  }
  // One price needs no choice: the server takes it.
  const several = variants === "one" && offering.variants.length > 1 && selection.variant !== null;
  const quantity = picker === "nights" ? selection.rooms : 1;
  return {
    ...time,
    members: selection.members,
    ...(picker === "nights" && { children: selection.children }),
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
  offering: Pick<BookableOffering, "availability" | "variants"> & VatTerms,
  selection: Selection,
): number | null {
  const { picker, party } = specOf(offering.availability);
  if (picker === "nights") return null;
  const priceOf = (id: number) => offering.variants.find((one) => one.id === id)?.price ?? 0;
  if (party === "quantities") return totalOf(selection.quantities, priceOf, offering);
  return selection.variant === null ? 0 : withAddedVat(priceOf(selection.variant), offering);
}

type Addressed = Pick<BookableOffering, "availability" | "occurrences" | "company" | "variants">;

/** Start of a selection from the address: `date`, and `slot` as a start or the id of an occurrence. */
export function selectionFrom(search: URLSearchParams, offering: Addressed): Partial<Selection> {
  const slot = search.get("slot");
  const members = numberOf(search, "members");
  const children = numberOf(search, "children");
  const rooms = numberOf(search, "rooms");
  const known = offering.occurrences.find((one) => String(one.id) === slot || one.starts_at === slot);
  const start = slot !== null && !known && !Number.isNaN(Date.parse(slot)) ? slot : null;
  const { picker, party, rooms: hasRooms } = specOf(offering.availability);
  const day = dateOf(search, "date") ?? (start && dateIn(offering.company.time_zone, Date.parse(start)));
  const variant = offering.variants.find(({ id }) => id === numberOf(search, "variant"));
  const quantities = party === "quantities" ? quantitiesFrom(search, offering) : {};
  return {
    date: day,
    until: picker === "nights" ? dateOf(search, "until") : null,
    startsAt: picker === "slots" ? start : null,
    occurrence: known?.id ?? null,
    resource: numberOf(search, "resource") ?? null,
    ...(variant && { variant: variant.id }),
    ...(Object.keys(quantities).length > 0 && { quantities }),
    ...(hasRooms && rooms !== undefined && { rooms: clampTo({ min: 1, max: MAX_UNITS }, rooms) }),
    ...(members !== undefined && { members }),
    ...(children !== undefined && { children }),
  };
}

const dateOf = (search: URLSearchParams, name: string): string | null => {
  const date = search.get(name) ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : null;
};

function numberOf(search: URLSearchParams, name: string): number | undefined {
  const value = Number(search.get(name));
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Reads `items=variant:quantity,…`, as many units as one booking takes. */
function quantitiesFrom(search: URLSearchParams, { variants }: Addressed): Record<number, number> {
  const quantities: Record<number, number> = {};
  for (const item of (search.get("items") ?? "").split(",")) {
    const [id = 0, quantity = 0] = item.split(":").map(Number);
    const left = MAX_UNITS - unitsOf({ ...quantities, [id]: 0 });
    if (variants.some((one) => one.id === id) && quantity > 0 && left > 0)
      quantities[id] = clampTo({ min: 1, max: left }, Math.floor(quantity));
  }
  return quantities;
}

/** Returns the parameters of the address that a selection sets. Null removes one. */
export function searchOf(
  offering: Pick<BookableOffering, "availability" | "variants">,
  selection: Selection,
) {
  const { party, rooms, picker, variants } = specOf(offering.availability);
  const { startsAt, occurrence, resource, members, children } = selection;
  const slot = startsAt ?? (occurrence === null ? null : String(occurrence));
  const items = itemsOf(selection.quantities).map(({ variant_id, quantity }) => `${variant_id}:${quantity}`);
  return {
    date: selection.date,
    until: picker === "nights" ? selection.until : null,
    slot,
    variant: variants === "one" && offering.variants.length > 1 ? String(selection.variant) : null,
    resource: resource === null ? null : String(resource),
    rooms: rooms ? String(selection.rooms) : null,
    members: party === "members" ? String(members) : null,
    children: children > 0 ? String(children) : null,
    items: party === "quantities" && items.length > 0 ? items.join(",") : null,
  };
}

/** Variants that can be chosen, in the order of the company. */
export const onSale = (variants: readonly Variant[]): Variant[] => variants.filter((one) => !one.sold_out);
