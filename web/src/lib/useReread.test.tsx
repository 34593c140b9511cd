import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useReread } from "./useReread";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("calls in a group read once", () => {
  const read = vi.fn();
  const { result } = renderHook(() => useReread(read));
  for (let call = 0; call < 10; call += 1) result.current();
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(read).toHaveBeenCalledTimes(1);
});

test("calls without a pause read at most once a second", () => {
  const read = vi.fn();
  const { result } = renderHook(() => useReread(read));
  for (let call = 0; call < 300; call += 1) {
    result.current();
    vi.advanceTimersByTime(100);
  }
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(18);
  expect(read.mock.calls.length).toBeLessThanOrEqual(30);
});

test("a page that has closed reads no more", () => {
  const read = vi.fn();
  const { result, unmount } = renderHook(() => useReread(read));
  result.current();
  unmount();
  vi.advanceTimersByTime(2_000);
  expect(read).not.toHaveBeenCalled();
});
