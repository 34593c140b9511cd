import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterPaint } from "./afterPaint";

let paint: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      constructor(seen: () => void) {
        paint = seen;
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (state: DocumentVisibilityState) =>
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);

test("the scripts wait for the first paint", () => {
  show("visible");
  const run = vi.fn();
  afterPaint(run);
  expect(run).not.toHaveBeenCalled();
  paint();
  vi.runAllTimers();
  expect(run).toHaveBeenCalledOnce();
});

test("a browser that reports no paint is not waited for", () => {
  show("visible");
  const run = vi.fn();
  afterPaint(run);
  vi.runAllTimers();
  expect(run).toHaveBeenCalledOnce();
});

test("a hidden page does not wait", () => {
  show("hidden");
  const run = vi.fn();
  afterPaint(run);
  expect(run).toHaveBeenCalledOnce();
});
