import { ApiError } from "@/api/errors";

/** Returns the total that applies now, in minor units, if a booking was refused because its price has changed. */
export const newTotal = (error: Error | null): number | null =>
  error instanceof ApiError && error.code === "booking.price_changed" ? error.amount : null;
