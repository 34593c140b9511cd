import { expect, test } from "vitest";
import { chosenOptions, isFull, missingGroups, optionsPrice, toggleOption } from "./options";
import type { OptionGroup } from "./types";

const size: OptionGroup = {
  name: "Size",
  required: true,
  max: 1,
  choices: [
    { name: "Small", price: 0 },
    { name: "Large", price: 200 },
  ],
};
const toppings: OptionGroup = {
  name: "Toppings",
  required: false,
  max: 2,
  choices: ["Nuts", "Cream", "Fruit"].map((name) => ({ name, price: 50 })),
};
const groups = [size, toppings];

test("a choice of a group of one replaces the other", () => {
  const small = toggleOption({}, size, "Small");
  expect(toggleOption(small, size, "Large")).toEqual({ Size: ["Large"] });
  expect(toggleOption(small, size, "Small")).toBe(small);
});

test("a full group takes no more until a choice is taken back", () => {
  const two = toggleOption(toggleOption({}, toppings, "Nuts"), toppings, "Cream");
  expect(isFull(two, toppings)).toBe(true);
  expect(toggleOption(two, toppings, "Fruit")).toBe(two);
  expect(toggleOption(two, toppings, "Nuts")).toEqual({ Toppings: ["Cream"] });
});

test("only required groups are missing", () => {
  expect(missingGroups({}, groups)).toEqual([size]);
  expect(missingGroups({ Size: ["Small"] }, groups)).toEqual([]);
});

test("choices are sent and priced in the order of the product", () => {
  const chosen = { Toppings: ["Fruit", "Nuts"], Size: ["Large"] };
  expect(chosenOptions(chosen, groups).map(({ choice }) => choice)).toEqual(["Large", "Nuts", "Fruit"]);
  expect(optionsPrice(chosen, groups)).toBe(300);
});
