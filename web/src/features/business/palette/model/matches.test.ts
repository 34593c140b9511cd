import { expect, test } from "vitest";
import { matches } from "./matches";

test.each([
  ["Réservations", "reserv", true],
  ["Cartes de fidélité", "fidelite cartes", true],
  ["Orders", "ORD", true],
  ["Orders", "orders x", false],
])("%s matches %s: %s", (name, text, expected) => {
  expect(matches(name, text)).toBe(expected);
});
