import { expect, test } from "vitest";
import { shopCategories } from "./shopCategories";

test("the shop has the categories with stock, the usual ones first", () => {
  expect(
    shopCategories([
      { key: "food", availability: ["unlimited", "table", "stock"] },
      { key: "cruises", availability: ["occurrence"] },
      { key: "hotels", availability: ["nights", "stock"] },
      { key: "shops", availability: ["stock", "unlimited"] },
    ]),
  ).toEqual(["shops", "hotels", "food"]);
});
