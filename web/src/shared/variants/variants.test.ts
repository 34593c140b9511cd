import { describe, expect, test } from "vitest";
import { chooseValue, firstVariant, isForSale, type Variant, valueState, variantAxes } from "./variants";

const variant = (
  id: number,
  attributes: Record<string, string>,
  changes: Partial<Variant> = {},
): Variant => ({
  id,
  name: `Variant ${id}`,
  attributes,
  price: 1000,
  capacity: 5,
  left: 5,
  sold_out: false,
  ...changes,
});

const shirts = [
  variant(1, { size: "S", color: "navy" }, { left: 0 }),
  variant(2, { size: "M", color: "navy" }),
  variant(3, { size: "M", color: "sand" }),
  variant(4, { size: "L", color: "sand" }, { sold_out: true }),
];
const axes = variantAxes(shirts);

describe("axes", () => {
  test("colors come before sizes", () => {
    expect(axes).toEqual([
      { key: "color", values: ["navy", "sand"] },
      { key: "size", values: ["S", "M", "L"] },
    ]);
  });

  test("an attribute that all share is no axis", () => {
    const poster = [variant(1, { color: "red", size: "A3" }), variant(2, { color: "red", size: "A4" })];
    expect(variantAxes(poster).map(({ key }) => key)).toEqual(["size"]);
  });

  test("variants without attributes differ by name", () => {
    expect(variantAxes([variant(1, {}), variant(2, {})])).toEqual([
      { key: "name", values: ["Variant 1", "Variant 2"] },
    ]);
  });

  test("one variant has no axis", () => {
    expect(variantAxes(shirts.slice(0, 1))).toEqual([]);
  });
});

describe("choice", () => {
  test("starts with the first variant for sale", () => {
    expect(firstVariant(shirts)?.id).toBe(2);
    expect(firstVariant([])).toBeUndefined();
    expect(shirts.map(isForSale)).toEqual([false, true, true, false]);
  });

  test("keeps the other values", () => {
    expect(chooseValue(shirts, axes, shirts[1], "color", "sand")?.id).toBe(3);
  });

  test("moves to a variant that exists", () => {
    expect(chooseValue(shirts, axes, shirts[1], "size", "L")?.id).toBe(4);
  });

  test("a value knows its stock beside the other values", () => {
    const state = (key: string, value: string) => valueState(shirts, axes, shirts[1], key, value);
    expect(["S", "M", "L"].map((size) => state("size", size))).toEqual(["sold_out", "available", "missing"]);
    expect(state("color", "sand")).toBe("available");
  });
});
