import type { components } from "@/api/schema";
import type { BookableOffering, CalendarDay, DaySlots, Slot, Table } from "@/shared/booking/types";

/** Slot for tests. */
export const aSlot = (starts_at: string, ends_at: string, change: Partial<Slot> = {}): Slot => ({
  starts_at,
  ends_at,
  time: starts_at.slice(11, 16),
  left: 1,
  price: 4500,
  resources: [],
  joined: [],
  occurrence_id: null,
  variants: [],
  ...change,
});

/** Day with slots for tests. */
export const aDay = (slots: Slot[], change: Partial<DaySlots> = {}): DaySlots => ({
  date: "2026-11-27",
  time_zone: "Europe/Lisbon",
  slots,
  staff: [],
  tables: [],
  ...change,
});

/** Table for two to four persons, for tests. */
export const aTable = (id: number, change: Partial<Table> = {}): Table => ({
  id,
  name: `T${id}`,
  seats_min: 2,
  seats_max: 4,
  area: "",
  x: 0,
  y: 0,
  width: 8,
  height: 8,
  is_round: false,
  ...change,
});

/** Day of a calendar for tests. */
export const calendarDay = (date: string, change: Partial<CalendarDay> = {}): CalendarDay => ({
  date,
  state: "free",
  price: 4500,
  left: 1,
  min_nights: null,
  ...change,
});

/** Offering that is booked, for tests. */
export const anOffering = (change: Partial<BookableOffering> = {}): BookableOffering => ({
  id: 1,
  company: {
    id: 7,
    handle: "casa-azul",
    name: "Casa Azul",
    city: "Paris",
    currency: "EUR",
    time_zone: "Europe/Paris",
  },
  category: "relaxation",
  subcategory: null,
  kind: "service",
  availability: "appointment",
  name: "Deep tissue massage",
  price: 4500,
  unit: "item",
  currency: "EUR",
  picture: null,
  rating: null,
  rating_count: 0,
  sold_out: false,
  duration_minutes: 60,
  members_min: 1,
  members_max: 1,
  details: {},
  next_at: null,
  folder: null,
  variants: [{ id: 10, name: "", price: 4500, capacity: null, left: null, sold_out: false }],
  occurrences: [],
  vat_mode: "included",
  vat_rate: 1_000,
  ...change,
});

type Reservation = components["schemas"]["Booking"];

/** Reservation of a table as its company sees it, for tests. */
export const aReservation = (change: Partial<Reservation> = {}): Reservation => ({
  id: 4,
  code: "KQ4M",
  state: "confirmed",
  company: {
    id: 7,
    handle: "casa-azul",
    name: "Casa Azul",
    phone: "",
    address: "",
    city: "Lisbon",
    time_zone: "Europe/Lisbon",
    contact_id: 70,
  },
  offering: { id: 9, name: "Dinner", category: "food", availability: "table" },
  customer_id: 3,
  starts_at: "2126-11-27T19:00:00Z",
  ends_at: "2126-11-27T20:30:00Z",
  members: 2,
  children: 0,
  items: [],
  resources: [{ id: 1, name: "T1", kind: "table" }],
  total: 0,
  vat: 0,
  currency: "EUR",
  customer_name: "Alice Martin",
  contact_number: "",
  email: "",
  note: "",
  company_note: "",
  free_cancel_until: "2126-11-26T19:00:00Z",
  cancel_fee: 0,
  fee_now: 0,
  is_paid: false,
  refunded: 0,
  can: { cancel: true, reschedule: true, review: false },
  changes: [],
  created_at: "2126-11-01T10:00:00Z",
  ...change,
});

/** Tickets of two classes for a concert, for tests. */
export const aConcert = (change: Partial<Reservation> = {}): Reservation =>
  aReservation({
    offering: { id: 10, name: "Concert", category: "experiences", availability: "occurrence" },
    members: 3,
    items: [
      { variant_id: 10, name: "VIP", starts_at: "2126-11-27T19:00:00Z", quantity: 2, unit_price: 3500 },
      { variant_id: 11, name: "Balcony", starts_at: "2126-11-27T19:00:00Z", quantity: 1, unit_price: 2000 },
    ],
    resources: [],
    total: 9000,
    ...change,
  });
