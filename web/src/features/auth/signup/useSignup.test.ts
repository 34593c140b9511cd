import { expect, test } from "vitest";
import { EMPTY_CREDENTIALS, EMPTY_PERSON, isCredentialsField, registration } from "./useSignup";

test("omits empty fields and trims names in the registration", () => {
  const body = registration(
    { ...EMPTY_CREDENTIALS, email: " nora@plaza.example ", userName: " nora " },
    { ...EMPTY_PERSON, firstName: "Nora", city: "Lyon", phone: " ", terms: true },
  );
  expect(body).toMatchObject({
    email: "nora@plaza.example",
    userName: "nora",
    firstName: "Nora",
    city: "Lyon",
  });
  for (const field of ["phone", "addressLine2", "postalCode", "country"])
    expect(body).not.toHaveProperty(field);
});

test("finds the step of a rejected field", () => {
  expect(isCredentialsField("userName")).toBe(true);
  expect(isCredentialsField("firstName")).toBe(false);
});
