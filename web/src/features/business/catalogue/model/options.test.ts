import { expect, test } from "vitest";
import { groupBodies, groupErrors, groupValues, newGroup } from "./options";

const sauce = {
  name: "Sauce",
  required: true,
  max: 2,
  choices: [
    { name: "Mild", price: 0 },
    { name: "Truffle", price: 150 },
  ],
};

test("groups return unchanged from their fields", () => {
  expect(groupBodies(groupValues([sauce], "EUR"), "EUR")).toEqual([sauce]);
});

test("each wrong field of a group is named", () => {
  const group = { ...newGroup(), max: "0" };
  const [first, second] = group.choices;
  if (!first || !second) throw new Error("A new group has two choices.");
  const choices = [
    { ...first, name: "Mild", price: "much" },
    { ...second, price: "1.50" },
  ];
  expect(Object.keys(groupErrors([{ ...group, choices }], "EUR"))).toEqual([
    "options.0.name",
    "options.0.max",
    "options.0.choices.0.price",
    "options.0.choices.1.name",
  ]);
});
