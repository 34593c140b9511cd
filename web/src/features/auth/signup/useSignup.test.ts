import { expect, test } from "vitest";
import { isAccess, NO_ACCESS, NOBODY, registration } from "./useSignup";

test("what was left empty is left out of the registration, and blanks around names go", () => {
  const body = registration(
    { ...NO_ACCESS, email: " nora@plaza.example ", userName: " nora " },
    { ...NOBODY, firstName: "Nora", city: "Lyon", phone: " ", terms: true },
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
  expect(isAccess("userName")).toBe(true);
  expect(isAccess("firstName")).toBe(false);
});
