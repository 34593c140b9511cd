import { expect, test } from "vitest";
import { addressValues, fieldError } from "./deliveryAddress";

test("a new address starts with the profile", () => {
  const user = { firstName: "Nora", lastName: "Field", phone: null, country: "ES" };
  expect(addressValues(null, user)).toMatchObject({ first_name: "Nora", phone_number: "", country: "ES" });
});

test.each([
  ["city", " ", "required"],
  ["city", "Paris", null],
  ["phone_number", "", "required"],
  ["phone_number", "call me", "phone"],
  ["phone_number", "+33 6 12 34 56 78", null],
] as const)("field %s with %j: %s", (field, value, error) => expect(fieldError(field, value)).toBe(error));
