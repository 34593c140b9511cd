import type { Bookable } from "../types";

export interface BookableSpec {
  /** Part of the screen that chooses the time. */
  picker: "slots" | "nights" | "occurrences";
  /** One variant, or a quantity of each. */
  variants: "one" | "many";
  /** The number of persons: chosen, or the sum of the quantities. */
  party: "members" | "quantities";
  /** The customer may choose a member of staff. */
  staff: boolean;
  /** The party decides which times are free. */
  partyFilters: boolean;
  /** The customer may choose a table on the floor plan. */
  tables: boolean;
  /** Quantity is a number of rooms. */
  rooms: boolean;
  /** Units left from which their number is shown. 0: never. */
  fewLeft: number;
}

const SPECS: Readonly<Record<Bookable, BookableSpec>> = {
  appointment: {
    picker: "slots",
    variants: "one",
    party: "members",
    staff: true,
    partyFilters: false,
    tables: false,
    rooms: false,
    fewLeft: 0,
  },
  table: {
    picker: "slots",
    variants: "one",
    party: "members",
    staff: false,
    partyFilters: true,
    tables: true,
    rooms: false,
    fewLeft: 2,
  },
  timed_entry: {
    picker: "slots",
    variants: "many",
    party: "quantities",
    staff: false,
    partyFilters: false,
    tables: false,
    rooms: false,
    fewLeft: 5,
  },
  nights: {
    picker: "nights",
    variants: "one",
    party: "members",
    staff: false,
    partyFilters: false,
    tables: false,
    rooms: true,
    fewLeft: 3,
  },
  occurrence: {
    picker: "occurrences",
    variants: "many",
    party: "quantities",
    staff: false,
    partyFilters: false,
    tables: false,
    rooms: false,
    fewLeft: 10,
  },
};

export const isBookable = (availability: string): availability is Bookable => availability in SPECS;
export const specOf = (availability: Bookable): BookableSpec => SPECS[availability];
