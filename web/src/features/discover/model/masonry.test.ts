import { expect, test } from "vitest";
import { columnsOf, tileRatio } from "./masonry";

const square = { width: 100, height: 100 };
const tall = { width: 100, height: 130 };

test("tiles keep the ratio of their picture within limits", () => {
  expect(tileRatio(square)).toBe(1);
  expect(tileRatio({ width: 4000, height: 100 })).toBe(1.8);
  expect(tileRatio({ width: 100, height: 4000 })).toBe(0.7);
  expect(tileRatio({ width: null, height: null })).toBeCloseTo(4 / 3);
});

test("each picture goes into the shortest column", () => {
  expect(columnsOf([tall, square, square, square], 2, (size) => size)).toEqual([
    [tall, square],
    [square, square],
  ]);
});

test("pictures keep their column when more follow", () => {
  const first = columnsOf([tall, square], 3, (size) => size);
  const more = columnsOf([tall, square, square, tall], 3, (size) => size);
  expect(more.map((column, at) => column.slice(0, first[at]?.length))).toEqual(first);
});
