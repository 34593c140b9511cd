import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";
import type { Booking, BookingTime } from "@/shared/booking/types";

type Schemas = components["schemas"];

export type WaitlistState = Schemas["WaitlistState"];

/** Entry of a waitlist. */
export interface WaitlistEntry extends Omit<Whole<Schemas["WaitlistEntry"]>, "offering"> {
  offering: Booking["offering"];
}

/** Time that is waited for: that of a booking, or any on a date. */
export type WaitedTime = BookingTime & { date?: string };

export type CalendarSubscription = Whole<Schemas["CalendarSubscription"]>;
