import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type Reservation = Schemas["Booking"];
export type ReservationState = Reservation["state"];
export type ReservationStep = Reservation["changes"][number];
export type BookingForm = Schemas["BookingForm"];
export type OfferingCard = Schemas["OfferingCard"];
export type CompanyDay = Schemas["CompanyDay"];
export type BookablePlace = Schemas["BookablePlace"];
export type Slot = Schemas["Slot"];
export type Availability = Reservation["offering"]["availability"];
