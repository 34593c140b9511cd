import { beforeEach, expect, test, vi } from "vitest";
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

const offers = () => useToasts.getState().shown.map(({ again }) => again);

test("a failure that may pass offers to repeat the action", () => {
  const again = vi.fn();
  toast.error("Could not export the orders", Object.assign(new Error("busy"), { transient: true }), again);
  toast.error("Could not make the picture", new Error("no memory"), again);
  expect(offers()).toEqual([again, again]);
});

test("a refusal offers nothing", () => {
  toast.error("The name is taken.", Object.assign(new Error("taken"), { transient: false }), vi.fn());
  expect(offers()).toEqual([undefined]);
});

test("the offer goes to the toast that told the failure first", () => {
  const [failure, again] = [new Error("network"), vi.fn()];
  toast.error("You are offline.", failure);
  toast.error("The setting was not saved.", failure, again);
  expect(texts()).toEqual(["You are offline."]);
  expect(offers()).toEqual([again]);
});

test("a toast that is gone does not come back with an offer", () => {
  const failure = new Error("network");
  toast.error("You are offline.", failure);
  toast.withdraw("You are offline.");
  toast.error("The setting was not saved.", failure, vi.fn());
  expect(texts()).toEqual([]);
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
