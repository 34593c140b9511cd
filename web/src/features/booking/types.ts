import type { Availability, Offering } from "@/shared/offering/types";

/** Availability kinds that are booked for a time. */
export type Bookable = Exclude<Availability, "stock" | "unlimited">;

export interface Variant {
  id: number;
  name: string;
  price: number;
  capacity: number | null;
  left: number | null;
  sold_out: boolean;
}

export interface Occurrence {
  id: number;
  starts_at: string;
  ends_at: string;
}

/** Offering with what its booking needs. */
export interface BookableOffering extends Offering {
  availability: Bookable;
  variants: Variant[];
  occurrences: Occurrence[];
}

export type DayState = "free" | "full" | "closed";

export interface CalendarDay {
  date: string;
  state: DayState;
  /** Lowest price of what is free, in minor units. */
  price: number | null;
  left: number | null;
  min_nights: number | null;
}

export interface VariantLeft {
  variant_id: number;
  name: string;
  price: number;
  left: number;
}

export interface Slot {
  starts_at: string;
  ends_at: string;
  /** Local time of the start. */
  time: string;
  left: number;
  price: number;
  /** Free resources. */
  resources: number[];
  occurrence_id: number | null;
  variants: VariantLeft[];
}

export interface StaffMember {
  id: number;
  name: string;
  title: string;
  /** URL. */
  picture: string | null;
}

export interface DaySlots {
  date: string;
  time_zone: string;
  slots: Slot[];
  staff: StaffMember[];
}

export interface CompanyTerms {
  id: number;
  name: string;
  handle: string;
  time_zone: string;
  free_cancel_hours: number;
  cancel_fee_percent: number;
  contact_id: number;
  reservation: { table_minutes: number; notice_minutes: number; horizon_days: number };
}

export type BookingState =
  | "held"
  | "awaiting_company"
  | "confirmed"
  | "checked_in"
  | "completed"
  | "expired"
  | "declined"
  | "cancelled_by_user"
  | "cancelled_by_company"
  | "no_show";

export interface BookingItem {
  variant_id: number;
  name: string;
  starts_at: string;
  quantity: number;
  unit_price: number;
}

export interface BookingStep {
  at: string;
  state: BookingState;
  actor: "customer" | "company" | "system";
  note: string;
}

export interface Booking {
  id: number;
  code: string;
  state: BookingState;
  company: {
    id: number;
    handle: string;
    name: string;
    phone: string;
    address: string;
    city: string;
    time_zone: string;
    contact_id: number;
  };
  offering: { id: number; name: string; category: string; availability: Bookable; picture: string | null };
  starts_at: string;
  ends_at: string;
  members: number;
  items: BookingItem[];
  resources: { id: number; name: string; kind: string }[];
  total: number;
  vat: number;
  currency: string;
  customer_name: string;
  contact_number: string;
  email: string;
  note: string;
  hold_expires_at: string | null;
  free_cancel_until: string;
  cancel_fee: number;
  fee_now: number;
  cancel_reason: string | null;
  can: { cancel: boolean; reschedule: boolean };
  changes: BookingStep[];
  created_at: string;
}

/** Time of a booking: the availability of the offering decides which fields are set. */
export interface BookingTime {
  starts_at?: string;
  check_in?: string;
  check_out?: string;
  occurrence_id?: number;
  items?: { variant_id: number; quantity: number }[];
  resource_id?: number;
  members?: number;
  rooms?: number;
}

export interface Contact {
  customer_name: string;
  contact_number: string;
  email: string;
  note: string;
}

export type WaitlistState = "waiting" | "offered" | "lapsed";

/** Entry of a waitlist. */
export interface WaitlistEntry {
  id: number;
  state: WaitlistState;
  company: { id: number; handle: string; name: string; city: string; time_zone: string };
  offering: Booking["offering"];
  date: string;
  check_out: string | null;
  /** Null: any time of the date, or a stay. */
  starts_at: string | null;
  variant: string | null;
  quantity: number;
  members: number;
  /** Entries ahead in line. */
  ahead: number;
  booking_id: number | null;
  offer_expires_at: string | null;
}

/** Time that is waited for: that of a booking, or any on a date. */
export type WaitedTime = BookingTime & { date?: string };

export interface CalendarSubscription {
  created_at: string | null;
  /** Shown once, after the link was made. */
  url: string | null;
}
