import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import type { Availability, Offering, OfferingDetails } from "@/shared/offering/types";

type Schemas = components["schemas"];

/** Availability kinds that are booked for a time. */
export type Bookable = Exclude<Availability, "stock" | "unlimited">;

export type Variant = Omit<DeepRequired<Schemas["Variant"]>, "attributes">;
export type Occurrence = DeepRequired<Schemas["UpcomingOccurrence"]>;

/** Offering with what its booking needs. */
export interface BookableOffering
  extends Offering,
    Pick<OfferingDetails, "occurrences" | "vat_mode" | "vat_rate"> {
  availability: Bookable;
  variants: Variant[];
}

export type DayState = Schemas["DayState"];
export type CalendarDay = DeepRequired<Schemas["Day"]>;
export type VariantLeft = DeepRequired<Schemas["VariantLeft"]>;
export type Slot = DeepRequired<Schemas["Slot"]>;
export type StaffMember = DeepRequired<Schemas["Staff"]>;
/** Table on the floor plan, in an area of 100 × 70. */
export type Table = DeepRequired<Schemas["FloorPlanTable"]>;
export type DaySlots = DeepRequired<Schemas["DaySlots"]>;
export type CompanyTerms = DeepRequired<Schemas["CompanyDetails"]>;

export type BookingState = Schemas["BookingState"];
export type BookingStep = DeepRequired<Schemas["BookingStep"]>;

export interface Booking extends Omit<DeepRequired<Schemas["Booking"]>, "offering"> {
  offering: Omit<DeepRequired<Schemas["BookingOffering"]>, "availability"> & { availability: Bookable };
}

/** Time of a booking: the availability of the offering decides which fields are set. */
export type BookingTime = Pick<
  Schemas["BookingForm"],
  | "starts_at"
  | "check_in"
  | "check_out"
  | "occurrence_id"
  | "items"
  | "resource_id"
  | "members"
  | "children"
  | "rooms"
>;

export type Contact = Required<Pick<Schemas["ContactForm"], "customer_name" | "contact_number" | "email">> & {
  note: string;
};

/** Numbers between two limits, both included. */
export interface Limits {
  min: number;
  max: number;
}
