import { expect, test } from "vitest";
import { decksOf, deckText } from "./decks";

test("reads decks and writes them again", () => {
  const texts = ["Sun deck: Suite", "Main deck: Inside, Ocean view"];
  expect(decksOf(texts)).toEqual([
    { name: "Sun deck", classes: ["Suite"] },
    { name: "Main deck", classes: ["Inside", "Ocean view"] },
  ]);
  expect(decksOf(texts).map(deckText)).toEqual(texts);
  expect(decksOf(undefined)).toEqual([]);
});
