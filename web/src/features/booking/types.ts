import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";
import type { Booking, BookingTime } from "@/shared/booking/types";

type Schemas = components["schemas"];

export type WaitlistState = Schemas["WaitlistState"];

/** Entry of a waitlist. */
export interface WaitlistEntry extends Omit<DeepRequired<Schemas["WaitlistEntry"]>, "offering"> {
  offering: Booking["offering"];
}

/** Time that is waited for: that of a booking, or any on a date. */
export type WaitedTime = BookingTime & { date?: string };

export type CalendarSubscription = DeepRequired<Schemas["CalendarSubscription"]>;
