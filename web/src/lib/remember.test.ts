import { expect, test, vi } from "vitest";
import { remember } from "./remember";

test("a value is made once for each of its keys", () => {
  const make = vi.fn((language: string, zone: string) => ({ language, zone }));
  const made = remember(make);
  expect(made("en", "UTC")).toBe(made("en", "UTC"));
  expect(made("fr", "UTC")).toEqual({ language: "fr", zone: "UTC" });
  expect(make).toHaveBeenCalledTimes(2);
});
