import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as zones from "@/shared/opening/zonedTime";
import { useOrderTimes } from "./useOrderTimes";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-26T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a moment is as short as its day allows", () => {
  const { short } = renderHook(() => useOrderTimes("Europe/Madrid")).result.current;
  const plain = (at: string) => short(at).replace(/\u202f/g, " ");
  expect(plain("2026-11-26T18:30:00Z")).toBe("7:30 PM");
  expect(plain("2026-11-25T18:30:00Z")).toBe("Nov 25, 7:30 PM");
  expect(plain("2025-12-27T11:01:00Z")).toBe("Dec 27, 2025, 12:01 PM");
});

test("a moment names its zone to a viewer in another", () => {
  const viewer = vi.spyOn(zones, "viewerZone").mockReturnValue("America/New_York");
  const { zoned } = renderHook(() => useOrderTimes("Europe/Madrid")).result.current;
  const plain = (at: string) => zoned(at).replace(/\u202f/g, " ");
  expect(plain("2026-11-25T18:30:00Z")).toBe("Nov 25, 7:30 PM (GMT+1)");
  viewer.mockReturnValue("Europe/Madrid");
  expect(plain("2026-11-25T18:30:00Z")).toBe("Nov 25, 7:30 PM");
});
