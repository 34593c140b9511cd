import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { problemOf } from "./problem";

const t = ((key: string) => key) as TFunction<"booking">;

test("a booking that is paid in advance is sent to the cart", () => {
  const error = new ApiError({ code: "booking.paid_in_advance", message: "", status: 409 });
  expect(problemOf(error, "appointment", t)).toEqual({ title: "refusal.paidInAdvance", gone: false });
});
