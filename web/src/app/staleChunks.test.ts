import { expect, test } from "vitest";
import { mayReload } from "./staleChunks";

test.each([
  [null, true],
  ["999999", false],
  ["940000", false],
  ["939999", true],
  ["nonsense", true],
])("reloaded last at %s: again %s", (last, again) => {
  expect(mayReload(last, 1_000_000)).toBe(again);
});
