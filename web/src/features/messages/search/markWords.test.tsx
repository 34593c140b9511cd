import { expect, test } from "vitest";
import { patternOf, rangesOf } from "./markWords";

test("found words are marked in messages only, whole and in any case", () => {
  document.body.innerHTML = `<section><h2>Table</h2>
    <article><bdi>table</bdi><p><bdi>Two tables, one Table (table+), a-b</bdi></p></article></section>`;
  const [root] = document.body.children;
  const pattern = patternOf(["table", "tables", "(table+)", "a-b"]);
  if (!root || !pattern) throw new Error("nothing to search");
  expect(rangesOf(root, pattern).map(String)).toEqual(["tables", "Table", "(table+)", "a-b"]);
});

test("without words there is nothing to mark", () => {
  expect(patternOf([""])).toBeNull();
});
