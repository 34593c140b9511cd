import { expect, test } from "vitest";
import { movedPages } from "./order";

const page = (...ids: number[]) => ({ items: ids.map((id) => ({ id })), more: false, total: 4 });
const ids = (pages: ReturnType<typeof movedPages>) => pages.map(({ items }) => items.map(({ id }) => id));

test("moves an item over the border of two pages", () => {
  expect(ids(movedPages([page(1, 2), page(3, 4)], 1, 3))).toEqual([
    [2, 3],
    [1, 4],
  ]);
  expect(ids(movedPages([page(1, 2), page(3, 4)], 4, 1))).toEqual([
    [4, 1],
    [2, 3],
  ]);
});

test("leaves a list without one of both as it is", () => {
  expect(ids(movedPages([page(1, 2)], 1, 9))).toEqual([[1, 2]]);
});
