import { expect, test } from "vitest";
import { sourceFiles } from "@/test/files";
import { randomId } from "./ids";

test("ids are random and have 128 bits", () => {
  expect(randomId()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomId()).not.toBe(randomId());
});

test("no source needs a secure origin for an id", () => {
  const users = sourceFiles(/\.tsx?$/).filter(({ text }) => text.includes("crypto.randomUUID("));
  expect(users.map(({ name }) => name)).toEqual(["lib/ids.test.ts"]);
});
