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
}

const NONE: EditorParts = {
  counted: false,
  timed: false,
  staffed: false,
  rated: false,
  shelved: false,
  optional: false,
};

const PARTS: Readonly<Record<Availability, EditorParts>> = {
  appointment: { ...NONE, timed: true, staffed: true },
  table: { ...NONE, timed: true, staffed: true },
  timed_entry: { ...NONE, timed: true, counted: true },
  nights: { ...NONE, counted: true, rated: true },
  occurrence: { ...NONE, counted: true },
  stock: { ...NONE, shelved: true },
  unlimited: { ...NONE, optional: true },
};

/** Returns the parts of a kind of availability, none before one is chosen. */
export const partsOf = (availability: string): EditorParts => PARTS[availability as Availability] ?? NONE;
