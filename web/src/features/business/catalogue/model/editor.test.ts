import { expect, test } from "vitest";
import type { CategorySpec } from "@/shared/offering/types";
import {
  blankValues,
  bodyOf,
  changesOf,
  errorsOf,
  fieldsOf,
  mergedVariants,
  newVariant,
  usualAvailability,
  withAvailability,
  withStoredIds,
} from "./editor";

const category = (key: string, availability: CategorySpec["availability"]) =>
  ({ key, availability, fields: [CALORIES], subcategories: [] }) as unknown as CategorySpec;
const CALORIES = { key: "calories", type: "number", min: 0, max: 5000 };
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

test("a product starts as a good, also where appointments come first", () => {
  const salon = category("beauty", ["appointment", "stock"]);
  expect(usualAvailability(salon, "product")).toBe("stock");
  expect(usualAvailability(category("shops", ["stock", "unlimited"]), "product")).toBe("stock");
  expect(blankValues([concerts, salon], "product")).toMatchObject({
    category: "beauty",
    availability: "stock",
  });
  expect(usualAvailability(concerts, "product")).toBe("occurrence");
});

test("VAT is asked for, and none is an answer", () => {
  const values = { ...blankValues([food], "product"), name: "Soup" };
  expect(errorsOf(values, "EUR").vat_rate).toBe("required");
  expect(errorsOf({ ...values, vat: "0" }, "EUR").vat_rate).toBeUndefined();
  expect(errorsOf({ ...values, vat: "x" }, "EUR").vat_rate).toBe("percent");
});

test("units are required where nights, starts or dates are counted", () => {
  const units = (availability: string) =>
    errorsOf({ ...blankValues([food], "product"), availability }, "EUR")["variants.0.capacity"];
  expect(units("timed_entry")).toBe("required");
  expect(units("nights")).toBe("required");
  expect(units("stock")).toBeUndefined();
});

test("fields that the availability hides are not wrong", () => {
  const values = {
    ...blankValues([food], "service"),
    duration: "",
    schedule: { rules: [{ weekdays: [], starts: "", ends: "" }], exceptions: [] },
  };
  const wrong = (availability: string) => Object.keys(errorsOf({ ...values, availability }, "EUR"));
  expect(wrong("table")).toEqual(expect.arrayContaining(["duration_minutes", "rules.0.weekdays"]));
  expect(wrong("stock")).toEqual(["name", "vat_rate", "variants.0.price"]);
});

test("persons are asked for where they mean something", () => {
  const values = { ...blankValues([food], "service"), membersMin: "", membersMax: "" };
  const wrong = (availability: string) =>
    Object.keys(errorsOf({ ...values, availability }, "EUR")).filter((field) => field.startsWith("members"));
  expect(wrong("table")).toEqual(["members_min", "members_max"]);
  expect(wrong("nights")).toEqual(["members_min", "members_max"]);
  expect(wrong("occurrence")).toEqual(["members_min"]);
  expect(wrong("timed_entry")).toEqual(["members_min"]);
  expect(wrong("stock")).toEqual([]);
  const body = (availability: string) =>
    bodyOf({ ...values, membersMin: "2", membersMax: "6", availability }, "service", "EUR", []);
  expect(body("table")).toMatchObject({ members_min: 2, members_max: 6 });
  expect(body("occurrence")).toMatchObject({ members_min: 2 });
  expect(body("occurrence")).not.toHaveProperty("members_max");
  expect(body("stock")).not.toHaveProperty("members_min");
});

test("the usual maximum of persons follows the availability", () => {
  const values = blankValues([food], "service");
  expect(values).toMatchObject({ availability: "table", membersMax: "8" });
  expect(withAvailability(values, "nights")).toEqual({ availability: "nights", membersMax: "2" });
  expect(withAvailability({ ...values, membersMax: "6" }, "nights")).toEqual({ availability: "nights" });
});

test("details of a dish are not asked for or sent for a table", () => {
  expect(fieldsOf(food, "unlimited")).toEqual(food.fields);
  expect(fieldsOf(food, "stock")).toEqual(food.fields);
  expect(fieldsOf(food, "table")).toEqual([]);
  expect(fieldsOf(concerts, "occurrence")).toEqual(concerts.fields);
  const values = { ...blankValues([food], "service"), details: { calories: 300 } };
  expect(bodyOf(values, "service", "EUR", fieldsOf(food, "table")).details).toEqual({});
  expect(bodyOf(values, "product", "EUR", food.fields).details).toEqual({ calories: 300 });
});

test("variants take the ids under which they were stored", () => {
  const [small, large, added] = [newVariant(), newVariant(), newVariant()];
  const ids = withStoredIds([large, added, small], [small, large], [{ id: 4 }, { id: 5 }]).map(
    ({ id }) => id,
  );
  expect(ids).toEqual([5, null, 4]);
});

test("changes hold the fields that differ, also one that is emptied", () => {
  const before = { ...blankValues([food], "product"), name: "Soup", folder: "3", vat: "10" };
  const body = (change: object) => bodyOf({ ...before, ...change }, "product", "EUR", []);
  expect(changesOf(body({}), body({ vat: "10.0" }))).toEqual({});
  expect(changesOf(body({}), body({ folder: "", isDraft: true }))).toEqual({
    folder_id: null,
    state: "draft",
  });
});

test("changes of variants go over the latest ones", () => {
  const variant = (id: number, change = {}) => ({ ...newVariant(), id, price: "5", ...change });
  const before = [variant(1), variant(2), variant(3), variant(4)];
  const [one, two, three, four] = before;
  const added = newVariant();
  const after = [{ ...two, price: "6" }, one, { ...three, name: "L" }, four, added] as typeof before;
  const latest = [{ ...one, price: "9" }, { ...two, soldOut: true }, variant(5)] as typeof before;
  expect(mergedVariants(before, after, latest)).toMatchObject([
    { id: 2, price: "6", soldOut: true },
    { id: 1, price: "9" },
    { id: null, key: three?.key, name: "L" },
    { id: null, key: added.key },
    { id: 5 },
  ]);
  // One that was removed here stays out.
  expect(mergedVariants(before, [], before)).toEqual([]);
});
