import type { ChosenOption, OptionGroup } from "./types";

/** Names of the chosen choices by group. */
export type OptionChoice = Readonly<Record<string, readonly string[]>>;

/** Chooses a choice or takes it back. One of a group of one replaces the other; a full group takes no more. */
export function toggleOption(chosen: OptionChoice, group: OptionGroup, choice: string): OptionChoice {
  const before = chosen[group.name] ?? [];
  if (before.includes(choice)) {
    const onlyOne = group.required && group.max === 1;
    return onlyOne ? chosen : { ...chosen, [group.name]: before.filter((name) => name !== choice) };
  }
  if (group.max === 1) return { ...chosen, [group.name]: [choice] };
  return isFull(chosen, group) ? chosen : { ...chosen, [group.name]: [...before, choice] };
}

export const isFull = (chosen: OptionChoice, { name, max }: OptionGroup): boolean =>
  (chosen[name] ?? []).length >= max;

/** Returns the required groups without a choice. */
export const missingGroups = (chosen: OptionChoice, groups: readonly OptionGroup[]): OptionGroup[] =>
  groups.filter(({ name, required }) => required && (chosen[name] ?? []).length === 0);

/** Returns the choices in the order of the product. */
export const chosenOptions = (chosen: OptionChoice, groups: readonly OptionGroup[]): ChosenOption[] =>
  groups.flatMap(({ name, choices }) =>
    choices
      .filter((choice) => chosen[name]?.includes(choice.name))
      .map((choice) => ({ group: name, choice: choice.name })),
  );

/** Returns the price of the choices for one unit. */
export const optionsPrice = (chosen: OptionChoice, groups: readonly OptionGroup[]): number =>
  groups
    .flatMap(({ name, choices }) => choices.filter((choice) => chosen[name]?.includes(choice.name)))
    .reduce((sum, { price }) => sum + price, 0);
