import { describe, expect, test } from "vitest";
import { addressValues, fieldError, withPlace } from "./deliveryAddress";

test("a new address starts with the profile", () => {
  const user = { firstName: "Nora", lastName: "Field", phone: null, country: "ES" };
  expect(addressValues(null, user)).toMatchObject({ first_name: "Nora", phone_number: "", country: "ES" });
});

describe("the place of a saved address", () => {
  const before = {
    id: 1,
    ...addressValues(null, null),
    country: "ES",
    city: "Barcelona",
    latitude: 41.4,
    longitude: 2.1,
  };

  test("is kept", () => {
    expect(withPlace({ ...addressValues(before, null), instructions: "Ring" }, before)).toMatchObject({
      latitude: 41.4,
      longitude: 2.1,
    });
  });

  test("is dropped when the address is another", () => {
    const moved = { ...addressValues(before, null), city: "Madrid" };
    expect(withPlace(moved, before)).toMatchObject({ latitude: null, longitude: null });
    expect(withPlace({ ...moved, latitude: 40.4 }, before)).toMatchObject({ latitude: 40.4, longitude: 2.1 });
  });
});

test.each([
  ["city", " ", "required"],
  ["city", "Paris", null],
  ["phone_number", "", "required"],
  ["phone_number", "call me", "phone"],
  ["phone_number", "+33 6 12 34 56 78", null],
] as const)("field %s with %j: %s", (field, value, error) => expect(fieldError(field, value)).toBe(error));
