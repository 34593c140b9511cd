import { expect, test } from "vitest";
import { tooltipPosition } from "./tooltipPosition";

const VIEW = { width: 400, height: 300 };
const BOX = { width: 100, height: 20 };
const control = (x: number, y: number) => ({
  left: x,
  top: y,
  right: x + 44,
  bottom: y + 44,
  width: 44,
  height: 44,
});

test("a tooltip is centred below its control", () => {
  expect(tooltipPosition(control(200, 100), BOX, VIEW, "block")).toEqual({ x: 172, y: 150 });
});

test("a tooltip moves above when there is no room below", () => {
  expect(tooltipPosition(control(200, 250), BOX, VIEW, "block")).toEqual({ x: 172, y: 224 });
});

test("a tooltip stays inside the window", () => {
  expect(tooltipPosition(control(356, 0), BOX, VIEW, "block").x).toBe(294);
  expect(tooltipPosition(control(0, 0), BOX, VIEW, "block").x).toBe(6);
});

test.each([
  ["ltr", 20, 70],
  ["rtl", 330, 224],
] as const)("a tooltip beside its control follows the direction %s", (axis, at, x) => {
  expect(tooltipPosition(control(at, 100), BOX, VIEW, axis)).toEqual({ x, y: 112 });
});
