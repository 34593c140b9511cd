import { expect, test } from "vitest";
import { EMPTY_CREDENTIALS, EMPTY_PERSON, isCredentialsField, registration } from "./useSignup";

test("what was left empty is left out of the registration, and blanks around names go", () => {
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

test("a refused field is known to its step", () => {
  expect(isCredentialsField("userName")).toBe(true);
  expect(isCredentialsField("firstName")).toBe(false);
});
