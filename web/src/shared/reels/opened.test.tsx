import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@/api/client";
import { openedFrom, openFromReel } from "./opened";

beforeEach(() => {
  vi.spyOn(api, "POST").mockRejectedValue(new Error("offline"));
});

test("the last reel of an offering is remembered and told to the server", () => {
  expect(openedFrom(5)).toBeUndefined();
  openFromReel(1, 5);
  openFromReel(2, 6);
  openFromReel(3, 5);
  expect([openedFrom(5), openedFrom(6), openedFrom(7)]).toEqual([3, 2, undefined]);
  expect(api.POST).toHaveBeenLastCalledWith("/api/v1/userprofessional/reel-open/", {
    // The link to the offering may leave the page.
    keepalive: true,
    body: { reel_id: 3, offering_id: 5 },
  });
});

test("fifty offerings are remembered, for a week", () => {
  vi.useFakeTimers();
  for (let offering = 0; offering < 60; offering += 1) openFromReel(1, offering);
  expect([openedFrom(9), openedFrom(10), openedFrom(59)]).toEqual([undefined, 1, 1]);
  vi.advanceTimersByTime(7 * 24 * 60 * 60 * 1000);
  expect(openedFrom(59)).toBeUndefined();
  vi.useRealTimers();
});

test("a damaged memory is an empty one", () => {
  for (const damaged of ["{", "7", '[[1,"2",3],null]']) {
    sessionStorage.setItem("plaza.opened-from-reels", damaged);
    expect(openedFrom(1)).toBeUndefined();
  }
  openFromReel(4, 1);
  expect(openedFrom(1)).toBe(4);
});
