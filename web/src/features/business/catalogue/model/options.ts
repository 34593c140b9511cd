import type { OptionGroup } from "../api";
import { amountText, parseAmount } from "./amount";

/** Choice of a group as texts of its fields. */
export interface ChoiceValues {
  key: string;
  name: string;
  price: string;
}

/** Option group of a dish as texts of its fields. */
export interface GroupValues {
  key: string;
  name: string;
  required: boolean;
  max: string;
  choices: ChoiceValues[];
}

export const GROUPS_MAX = 10;
export const CHOICES_MAX = 30;

let made = 0;
const nextKey = () => {
  made += 1;
  return `option-${made}`;
};

export const newChoice = (): ChoiceValues => ({ key: nextKey(), name: "", price: "" });

export const newGroup = (): GroupValues => ({
  key: nextKey(),
  name: "",
  required: false,
  max: "1",
  choices: [newChoice(), newChoice()],
});

export const groupValues = (groups: readonly OptionGroup[], currency: string): GroupValues[] =>
  groups.map(({ name, required, max, choices }, at) => ({
    key: `group-${at}`,
    name,
    required,
    max: String(max),
    choices: choices.map((choice, place) => ({
      key: `choice-${place}`,
      name: choice.name,
      price: choice.price === 0 ? "" : amountText(choice.price, currency),
    })),
  }));

/** Keys of the messages for fields that cannot be sent. */
export function groupErrors(groups: readonly GroupValues[], currency: string): Record<string, string> {
  const errors: Record<string, string> = {};
  groups.forEach((group, at) => {
    if (!group.name.trim()) errors[`options.${at}.name`] = "required";
    if (!/^[1-9]\d?$/.test(group.max.trim())) errors[`options.${at}.max`] = "number";
    group.choices.forEach((choice, place) => {
      const path = `options.${at}.choices.${place}`;
      if (!choice.name.trim()) errors[`${path}.name`] = "required";
      if (choice.price.trim() && parseAmount(choice.price, currency) === null)
        errors[`${path}.price`] = "amount";
    });
  });
  return errors;
}

/** Groups of the request. Call it with values without errors. */
export const groupBodies = (groups: readonly GroupValues[], currency: string): OptionGroup[] =>
  groups.map(({ name, required, max, choices }) => ({
    name: name.trim(),
    required,
    max: Number(max),
    choices: choices.map((choice) => ({
      name: choice.name.trim(),
      price: parseAmount(choice.price, currency) ?? 0,
    })),
  }));
