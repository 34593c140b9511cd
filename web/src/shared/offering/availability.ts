import type { Availability, Offering } from "./types";

interface AvailabilitySpec {
  /** Booked for a time, not bought. */
  booked: boolean;
  /** Dates or classes have prices of their own: the price of a list is the lowest. */
  pricedFrom: boolean;
  /** The number of persons decides whether it fits. */
  seats: boolean;
  /** The maximum of persons is the capacity of a table, an appointment or a room. Units limit tickets and entries. */
  capacity: boolean;
}

const AVAILABILITY: Readonly<Record<Availability, AvailabilitySpec>> = {
  appointment: { booked: true, pricedFrom: false, seats: false, capacity: true },
  table: { booked: true, pricedFrom: false, seats: true, capacity: true },
  timed_entry: { booked: true, pricedFrom: false, seats: false, capacity: false },
  nights: { booked: true, pricedFrom: true, seats: false, capacity: true },
  occurrence: { booked: true, pricedFrom: true, seats: false, capacity: false },
  stock: { booked: false, pricedFrom: false, seats: false, capacity: false },
  unlimited: { booked: false, pricedFrom: false, seats: false, capacity: false },
};

export const availabilityOf = (availability: Availability): AvailabilitySpec => AVAILABILITY[availability];

/** Address of an offering's own page. */
export const offeringPath = ({ id }: Pick<Offering, "id">): string => `/products/${id}`;

/** Address of the booking of an offering, on one of its dates. */
export const bookingPath = ({ id }: Pick<Offering, "id">, occurrence?: number): string =>
  `/bookAppointment?offering=${id}${occurrence === undefined ? "" : `&slot=${occurrence}`}`;
