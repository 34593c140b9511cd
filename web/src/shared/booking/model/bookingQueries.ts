/** Roots of the query keys with bookings of the viewer. A notification makes them out of date. */
export const BOOKING_QUERIES = {
  one: ["booking", "one"],
  lists: ["booking", "list"],
  waitlist: ["booking", "waitlist"],
  /** The start page shows the next booking. */
  home: ["home"],
} as const;
