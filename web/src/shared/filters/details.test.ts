import { describe, expect, test } from "vitest";
import { LANGUAGES } from "@/lib/languages";
import type { DetailField } from "@/shared/offering/types";
import {
  chooseDetail,
  detailsByField,
  filterFields,
  isStepped,
  sortedDetails,
  toggleDetail,
  valuesOf,
} from "./details";

const fields: DetailField[] = [
  { key: "beds", type: "number", min: 1, max: 12, filter: { by: "at_least", steps: [2, 3] } },
  { key: "audience", type: "choice", options: ["women", "men"], filter: { by: "value" } },
  { key: "private", type: "flag", filter: { by: "value" } },
  { key: "view", type: "text", max: 60, filter: null },
  { key: "diets", type: "many", options: ["vegan"], filter: { by: "every_value" } },
  { key: "languages", type: "languages", filter: { by: "value" } },
];

describe("filters by detail fields", () => {
  test("come from the data of the category", () => {
    const filtered = filterFields(fields);
    expect(filtered.map(({ key }) => key)).toEqual(["beds", "audience", "private", "diets", "languages"]);
    const [languages, ...others] = filtered.map(valuesOf).reverse();
    expect(others.reverse()).toEqual([["2", "3"], ["women", "men"], ["true"], ["vegan"]]);
    expect(languages).toHaveLength(LANGUAGES.length);
    expect(filtered.map(isStepped)).toEqual([true, false, false, false, false]);
  });

  test("keep one step of a number and several options", () => {
    expect(chooseDetail(["beds:2", "private:true"], "beds", "3")).toEqual(["beds:3", "private:true"]);
    expect(chooseDetail(["beds:2"], "beds", null)).toEqual([]);
    expect(toggleDetail(["audience:women"], "audience", "men")).toEqual(["audience:men", "audience:women"]);
    expect(toggleDetail(["audience:women"], "audience", "women")).toEqual([]);
  });

  test("are sent by field", () => {
    expect(detailsByField(["audience:men", "audience:women", "beds:2"])).toEqual({
      audience: ["men", "women"],
      beds: ["2"],
    });
  });

  test("ignore what is none", () => {
    expect(sortedDetails(["b:1", "a:x", "b:1", "beds", ":", "A:1", "a:b:c", "b:US"])).toEqual([
      "a:x",
      "b:1",
      "b:US",
    ]);
  });
});
