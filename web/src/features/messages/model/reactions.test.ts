import { expect, it } from "vitest";
import { reactionOf, withReaction } from "./reactions";
import { alice, bruno, message } from "./samples";

const heart = "❤️";

it("adds, joins, changes and removes a reaction", () => {
  let one = withReaction(message(1), alice, heart);
  one = withReaction(one, bruno, "❤");
  expect(one.reactions).toEqual([{ emoji: heart, count: 2, users: [alice, bruno] }]);
  one = withReaction(one, alice, "👍");
  expect(one.reactions).toEqual([
    { emoji: heart, count: 1, users: [bruno] },
    { emoji: "👍", count: 1, users: [alice] },
  ]);
  expect(reactionOf(one, alice)).toBe("👍");
  expect(withReaction(one, bruno, null).reactions).toEqual([{ emoji: "👍", count: 1, users: [alice] }]);
});

it("counts a repeated reaction once", () => {
  const twice = withReaction(withReaction(message(1), alice, heart), alice, heart);
  expect(twice.reactions).toEqual([{ emoji: heart, count: 1, users: [alice] }]);
});

it("keeps a count that exceeds the listed users", () => {
  const crowd = message(1, bruno, { reactions: [{ emoji: heart, count: 80, users: [bruno] }] });
  expect(withReaction(crowd, alice, heart).reactions[0]?.count).toBe(81);
});
