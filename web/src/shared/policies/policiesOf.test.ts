import { expect, test } from "vitest";
import { policiesOf } from "./policiesOf";

test("a category has its own policies and those of all", () => {
  const policy = (id: number, category: string | null) => ({ id, category, title: "", text: "Text" });
  const all = [policy(1, null), policy(2, "hotels"), policy(3, "food")];
  expect(policiesOf(all, "hotels").map(({ id }) => id)).toEqual([1, 2]);
  expect(policiesOf(all, "beauty").map(({ id }) => id)).toEqual([1]);
});
