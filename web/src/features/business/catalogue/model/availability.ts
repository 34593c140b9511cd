import { availabilityOf } from "@/shared/offering/availability";
import type { Availability } from "@/shared/offering/types";

/** Parts of the editor that a kind of availability has. */
export interface EditorParts {
  /** Variants need a number of units: of each night, start or occurrence. */
  counted: boolean;
  /** Sold by weekly times, with a duration and minutes between two starts. */
  timed: boolean;
  /** Staff or tables serve it. */
  staffed: boolean;
  /** Nights have prices by date. */
  rated: boolean;
  /** Variants differ by color and size. */
  shelved: boolean;
  /** Customers choose among options. */
  optional: boolean;
  /** A booking has a minimum of persons. */
  persons: boolean;
  /** A booking has a maximum of persons: the capacity of a table, an appointment or a room. */
  capacity: boolean;
}

type OwnParts = Omit<EditorParts, "capacity" | "persons">;

const NONE: OwnParts = {
  counted: false,
  timed: false,
  staffed: false,
  rated: false,
  shelved: false,
  optional: false,
};

const PARTS: Readonly<Record<Availability, OwnParts>> = {
  appointment: { ...NONE, timed: true, staffed: true },
  table: { ...NONE, timed: true, staffed: true },
  timed_entry: { ...NONE, timed: true, counted: true },
  nights: { ...NONE, counted: true, rated: true },
  occurrence: { ...NONE, counted: true },
  stock: { ...NONE, shelved: true },
  unlimited: { ...NONE, optional: true },
};

/** Returns the parts of a kind of availability, none before one is chosen. */
export function partsOf(availability: string): EditorParts {
  const own = PARTS[availability as Availability];
  if (!own) return { ...NONE, persons: false, capacity: false };
  const { booked, capacity } = availabilityOf(availability as Availability);
  return { ...own, persons: booked, capacity };
}

/** Maximum of persons of a new offering, as text: a small table, a double room, one person for the rest. */
const USUAL_MAXIMUM: Readonly<Record<string, string>> = { table: "8", nights: "2" };
export const usualMaximum = (availability: string): string => USUAL_MAXIMUM[availability] ?? "1";
