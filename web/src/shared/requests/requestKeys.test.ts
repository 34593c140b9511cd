import { expect, test } from "vitest";
import { RequestKeys } from "./requestKeys";

const file = (name: string) => new File(["x"], name, { lastModified: 1 });

test("a repeat keeps its key, also after an edit that was undone", () => {
  const keys = new RequestKeys();
  const first = keys.of(["Where is it?"], [file("a.png")]);
  expect(keys.of(["Where is it?"], [file("a.png")])).toBe(first);
  expect(keys.of(["Where is my order?"], [file("a.png")])).not.toBe(first);
  expect(keys.of(["Where is it?"], [file("b.png")])).not.toBe(first);
  expect(keys.of(["Where is it?"], [])).not.toBe(first);
  expect(keys.of(["Where is it?"], [file("a.png")])).toBe(first);
});

test("the same content is a new request after the first one succeeded", () => {
  const keys = new RequestKeys();
  const first = keys.of(["Hello?"], []);
  keys.clear();
  expect(keys.of(["Hello?"], [])).not.toBe(first);
});
