import { beforeEach, expect, test } from "vitest";
import { sourceFiles } from "@/test/files";
import { toast, useToasts } from "./toasts";

beforeEach(() => useToasts.setState({ shown: [] }));

const texts = () => useToasts.getState().shown.map(({ text }) => text);

test("a failure is told once", () => {
  const failure = new Error("network");
  toast.error("You are offline.", failure);
  toast.error("The setting was not saved.", failure);
  expect(texts()).toEqual(["You are offline."]);
});

test("another failure at the same time is told too", () => {
  toast.error("You are offline.", new Error("network"));
  toast.error("The name is taken.", new Error("taken"));
  toast.error("Nothing was copied.");
  expect(texts()).toEqual(["You are offline.", "The name is taken.", "Nothing was copied."]);
});

test("a text that is said in its place is withdrawn", () => {
  toast.error("You are offline.", new Error("network"));
  toast.error("The name is taken.");
  toast.withdraw("You are offline.");
  expect(texts()).toEqual(["The name is taken."]);
});

test("handlers of failed changes name the failure that they tell", () => {
  const NAMELESS = /onError: \(\) =>\s*toast\.error|onError\(\) \{[^}]*toast\.error/;
  const nameless = sourceFiles(/\.tsx?$/).filter(
    ({ name, text }) => !/\.test\./.test(name) && NAMELESS.test(text),
  );
  expect(nameless.map(({ name }) => name)).toEqual([]);
});
