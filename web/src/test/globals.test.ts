import { expect, test } from "vitest";
import { sourceFiles } from "./files";

const ASSIGNED = /^\s*(?:window|globalThis|document)\.\w+ \W*= |\bassign\((?:window|globalThis), /m;

test("tests replace globals in a way that is undone after their file", () => {
  const assigning = sourceFiles(/\.test\.tsx?$/).filter(({ text }) => ASSIGNED.test(text));
  expect(assigning.map(({ name }) => name)).toEqual([]);
});
