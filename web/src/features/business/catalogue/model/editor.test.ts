import { expect, test } from "vitest";
import type { CategorySpec } from "@/shared/offering/types";
import { blankValues, errorsOf, usualAvailability } from "./editor";

const category = (key: string, availability: CategorySpec["availability"]) =>
  ({ key, availability, fields: [], subcategories: [] }) as unknown as CategorySpec;
const food = category("food", ["unlimited", "stock", "table"]);
const concerts = category("concerts", ["occurrence", "timed_entry"]);

test("a new offering starts with what is usual for its kind", () => {
  expect(usualAvailability(food, "product")).toBe("unlimited");
  expect(usualAvailability(food, "service")).toBe("table");
  expect(usualAvailability(food, "ticket")).toBe("unlimited");
  expect(blankValues([food, concerts], "ticket")).toMatchObject({
    category: "concerts",
    availability: "occurrence",
  });
  expect(blankValues([], "ticket")).toMatchObject({ category: "", availability: "" });
});

test("VAT is asked for, and none is an answer", () => {
  const values = { ...blankValues([food], "product"), name: "Soup" };
  expect(errorsOf(values, "EUR").vat_rate).toBe("required");
  expect(errorsOf({ ...values, vat: "0" }, "EUR").vat_rate).toBeUndefined();
  expect(errorsOf({ ...values, vat: "x" }, "EUR").vat_rate).toBe("percent");
});

test("times without a day or an hour are marked", () => {
  const values = {
    ...blankValues([food], "service"),
    schedule: {
      rules: [
        { weekdays: [], starts: "09:00", ends: "18:00" },
        { weekdays: [1], starts: "", ends: "18:00" },
      ],
      exceptions: [
        { date: "2026-12-24", available: false },
        { date: "", available: true, hours: ["09:00", "18:00"] as [string, string] },
      ],
    },
  };
  expect(errorsOf(values, "EUR")).toMatchObject({
    "rules.0": "day",
    "rules.1": "required",
    "exceptions.1": "required",
  });
});
