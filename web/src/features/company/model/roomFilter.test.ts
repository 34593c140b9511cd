import { expect, test } from "vitest";
import type { DetailField, DetailValue } from "@/shared/offering/types";
import { isTelling, readDetails, roomCounts, roomFields, withDetails, writeDetails } from "./roomFilter";

const FIELDS: DetailField[] = [
  { key: "beds", type: "number", min: 1, max: 12, filter: { by: "at_least", steps: [2, 3] } },
  { key: "adults", type: "number", min: 1, max: 20, filter: { by: "at_least", steps: [2] } },
  { key: "floor", type: "number", min: 0, max: 90, filter: { by: "at_most", steps: [3] } },
  { key: "breakfast_included", type: "flag", filter: { by: "value" } },
  { key: "diets", type: "many", options: ["vegan", "halal"], filter: { by: "every_value" } },
  { key: "view", type: "text", max: 60, filter: null },
];

const fields = roomFields(FIELDS, { adults: 2 });
const room = (id: number, details: Record<string, DetailValue>) => ({ id, details });
const rooms = [
  room(1, { beds: 1, floor: 1, diets: ["vegan"] }),
  room(2, { beds: 2, floor: 9, breakfast_included: true, diets: ["vegan", "halal"] }),
  room(3, { beds: 4, breakfast_included: false }),
];
const idsWith = (...details: string[]) => withDetails(rooms, fields, details).map(({ id }) => id);

test("fields that the search asks for have no filter", () => {
  expect(fields.map(({ key }) => key)).toEqual(["beds", "floor", "breakfast_included", "diets"]);
});

test.each([
  [["beds:2"], [2, 3]],
  [["floor:3"], [1]],
  [["breakfast_included:true"], [2]],
  [["diets:vegan"], [1, 2]],
  [["diets:vegan", "diets:halal"], [2]],
  [["beds:2", "floor:3"], []],
  [
    ["view:sea", "adults:2"],
    [1, 2, 3],
  ],
])("the details %o leave the rooms %o", (details, left) => {
  expect(idsWith(...details)).toEqual(left);
});

test("each value counts the rooms that it would leave", () => {
  expect(roomCounts(rooms, fields, ["breakfast_included:true", "beds:3"])).toEqual([
    { key: "beds", values: [{ key: "2", count: 1 }] },
    { key: "floor", values: [] },
    { key: "breakfast_included", values: [] },
    { key: "diets", values: [] },
  ]);
});

test("a field that all rooms or none have tells nothing", () => {
  expect(fields.filter(isTelling(rooms)).length).toBe(4);
  expect(fields.filter(isTelling(rooms.slice(2)))).toEqual([]);
});

test("details stand in the address beside the stay", () => {
  const params = writeDetails(new URLSearchParams("date=2026-12-01"), ["beds:2", "diets:vegan"]);
  expect(params.get("date")).toBe("2026-12-01");
  expect(readDetails(params)).toEqual(["beds:2", "diets:vegan"]);
  expect(writeDetails(params, []).toString()).toBe("date=2026-12-01");
  expect(readDetails(new URLSearchParams("details=<b>,beds:2"))).toEqual(["beds:2"]);
});
