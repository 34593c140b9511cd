// Party of a booking: the persons and rooms that its offering accepts.

import type { BookableOffering, Limits } from "../types";
import { specOf } from "./bookable";

export interface Party {
  /** Persons, children included. */
  members: number;
  children: number;
  rooms: number;
}

/** Offering with the limits of its party. */
export type SizedOffering = Pick<
  BookableOffering,
  "availability" | "members_min" | "members_max" | "details"
>;

/** Persons that one booking accepts, as the server decides by the kind of availability. Rooms add up. */
export function memberLimits({ availability, members_min, members_max }: SizedOffering, rooms = 1): Limits {
  const { rooms: hasRooms } = specOf(availability);
  const min = Math.max(1, members_min);
  return { min, max: Math.max(min, hasRooms ? members_max * rooms : members_max) };
}

/** Returns true if persons or rooms are chosen. One person alone is no choice. */
export function hasPartyChoice(offering: SizedOffering): boolean {
  const { min, max } = memberLimits(offering);
  return specOf(offering.availability).rooms || min < max;
}

/** Guests of each kind for whom rooms with these details have a place. Undefined: the data of the room says nothing. */
function placesIn({ availability, details }: SizedOffering, rooms: number) {
  const places = (field: string) => {
    const guests = specOf(availability).rooms ? details[field] : undefined;
    return typeof guests === "number" ? guests * rooms : Number.POSITIVE_INFINITY;
  };
  return { adults: places("adults"), children: places("children") };
}

/** Adults and children that one booking accepts beside the guests of the other kind. */
export function guestLimits(
  offering: SizedOffering,
  { members, children, rooms }: Party,
): { adults: Limits; children: Limits } {
  const { min, max } = memberLimits(offering, rooms);
  const places = placesIn(offering, rooms);
  const adults = members - children;
  const least = Math.max(1, min - children);
  return {
    adults: { min: least, max: Math.max(least, Math.min(places.adults, max - children)) },
    children: { min: 0, max: Math.max(0, Math.min(places.children, max - adults)) },
  };
}

/** Returns the guests that fit the rooms: first as many of the adults, then of the children. */
export function fitGuests(
  offering: SizedOffering,
  { members, children, rooms }: Party,
): Pick<Party, "members" | "children"> {
  const { min, max } = memberLimits(offering, rooms);
  const places = placesIn(offering, rooms);
  const adults = clampTo({ min: 1, max: Math.min(places.adults, max) }, members - children);
  const fitting = clampTo({ min: 0, max: Math.max(0, Math.min(places.children, max - adults)) }, children);
  return { members: Math.max(min, adults + fitting), children: fitting };
}

export const clampTo = ({ min, max }: Limits, value: number): number => Math.min(max, Math.max(min, value));
