import { expect, test } from "vitest";
import { bookingPath } from "./availability";

test("the address of a booking names the date that was chosen", () => {
  expect(bookingPath({ id: 7 })).toBe("/bookAppointment?offering=7");
  expect(bookingPath({ id: 7 }, 31)).toBe("/bookAppointment?offering=7&slot=31");
});
