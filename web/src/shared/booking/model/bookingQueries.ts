/** Roots of the query keys of the viewer's bookings. A notification makes them out of date. */
export const BOOKING_QUERIES = {
  one: ["booking", "one"],
  lists: ["booking", "list"],
  waitlist: ["booking", "waitlist"],
} as const;
