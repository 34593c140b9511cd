import { describe, expect, test } from "vitest";
import { MAX_ZOOM, moved, squareOf, WHOLE, within } from "./cropArea";

const wide = { width: 400, height: 200 };

describe("a crop area", () => {
  test("starts as the center square of a wide picture", () => {
    expect(squareOf(WHOLE, wide)).toEqual({ x: 100, y: 0, side: 200 });
  });

  test("moves within the picture", () => {
    const right = moved(WHOLE, wide, 0.25, 0);
    expect(squareOf(right, wide)).toEqual({ x: 50, y: 0, side: 200 });
    expect(squareOf(moved(WHOLE, wide, 9, 9), wide)).toEqual({ x: 0, y: 0, side: 200 });
    expect(squareOf(moved(WHOLE, wide, -9, 0), wide)).toEqual({ x: 200, y: 0, side: 200 });
  });

  test("zooms around its center within the limits", () => {
    expect(squareOf({ ...WHOLE, zoom: 2 }, wide)).toEqual({ x: 150, y: 50, side: 100 });
    expect(within({ ...WHOLE, zoom: 99 }, wide).zoom).toBe(MAX_ZOOM);
    expect(within({ ...WHOLE, zoom: 0 }, wide).zoom).toBe(1);
  });

  test("moves back into the picture when it zooms out", () => {
    const corner = within({ x: 0, y: 0, zoom: 4 }, wide);
    expect(squareOf(corner, wide)).toEqual({ x: 0, y: 0, side: 50 });
    expect(squareOf({ ...corner, zoom: 1 }, wide)).toEqual({ x: 0, y: 0, side: 200 });
  });
});
