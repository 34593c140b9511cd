import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { describeMembers } from "./describeMembers";

const t = ((key: string, values: Record<string, number>) =>
  [key, ...Object.values(values)].join(" ")) as unknown as TFunction<"catalogue">;

test.each([
  ["table", 1, 8, "fact.members 8"],
  ["table", 4, 8, "fact.members_range 4 8"],
  ["nights", 2, 3, "fact.members_range 2 3"],
  ["appointment", 1, 2, null],
  ["occurrence", 1, 20, null],
  ["occurrence", 2, 20, "fact.members_from 2"],
  ["timed_entry", 3, 20, "fact.members_from 3"],
  ["stock", 2, 3, null],
] as const)("a card of %s for %i to %i persons says %s", (availability, members_min, members_max, words) => {
  expect(describeMembers({ availability, members_min, members_max }, t)).toBe(words);
});
