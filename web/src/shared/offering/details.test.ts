import { describe, expect, test } from "vitest";
import { cardDetails, type DetailWords, describeDetail } from "./details";
import type { DetailField } from "./types";

const words: DetailWords = {
  text: (key, options) => (options ? `${key}:${options.count}` : key),
  language: (code) => `language ${code}`,
  port: (code) => `port ${code}`,
  list: (items) => items.join(" + "),
};

describe("describeDetail", () => {
  test.each([
    [{ key: "beds", type: "number", min: 1, max: 9 }, 2, "fact.beds:2"],
    [{ key: "children", type: "number", min: 0, max: 9 }, 0, "fact.children:0"],
    [{ key: "private", type: "flag" }, true, "field.private"],
    [{ key: "private", type: "flag" }, false, null],
    [{ key: "level", type: "choice", options: ["beginner"] }, "beginner", "option.beginner"],
    [{ key: "diets", type: "many", options: [] }, ["vegan", "halal"], "option.vegan + option.halal"],
    [{ key: "diets", type: "many", options: [] }, [], null],
    [{ key: "languages", type: "languages" }, ["FR"], "language FR"],
    [{ key: "departure_port", type: "port" }, "ESBCN", "port ESBCN"],
    [{ key: "ship", type: "text", max: 80 }, "Aurora", "Aurora"],
    [{ key: "ship", type: "text", max: 80 }, undefined, null],
  ] as const)("%o with %o", (field, value, expected) => {
    expect(describeDetail(field as unknown as DetailField, value as never, words)).toBe(expected);
  });
});

test("a card leaves out lists and long texts", () => {
  const fields: DetailField[] = [
    { key: "allergens", type: "many", options: [] },
    { key: "includes", type: "text", max: 200 },
    { key: "calories", type: "number", min: 0, max: 5000 },
  ];
  const details = { allergens: ["milk"], includes: "Towels", calories: 520 };
  expect(cardDetails(fields, details, words)).toEqual(["fact.calories:520"]);
});

test("a card labels a text that says nothing alone", () => {
  const fields: DetailField[] = [{ key: "doors_open", type: "text", max: 20 }];
  const labeled = {
    ...words,
    text: (key: string, options?: Record<string, unknown>) => `${key}:${options?.text}`,
  };
  const details = { doors_open: "Half an hour before" };
  expect(cardDetails(fields, details, labeled)).toEqual(["labeled.doors_open:Half an hour before"]);
});
