import { expect, test } from "vitest";
import { changesOf, countOf, moved, type PolicyValues, validate } from "./policyForm";

const values = (change: Partial<PolicyValues> = {}): PolicyValues => ({
  title: "Rule",
  text: "",
  category: "",
  ...change,
});

test("counts characters as the server does", () => {
  expect([countOf("été"), countOf("👍"), countOf("a\nb")]).toEqual([3, 1, 3]);
});

test("names the fields that are missing or too long", () => {
  expect(validate(values({ title: "x".repeat(120), text: "x".repeat(5000) }), true)).toEqual({});
  expect(validate(values({ title: " " }), true)).toEqual({ title: "titleRequired" });
  expect(validate(values({ title: "" }), false)).toEqual({});
  expect(validate(values({ title: "x".repeat(121), text: "x".repeat(5001) }), true)).toEqual({
    title: "titleLong",
    text: "textLong",
  });
});

test("keeps only the changed fields", () => {
  expect(changesOf(values(), values())).toEqual({});
  expect(changesOf(values({ category: "food" }), values({ text: "New" }))).toEqual({
    text: "New",
    category: "",
  });
});

test("moves an entry to another index", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a"], 3, 0)).toEqual(["a"]);
});
