import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { reportView } from "../api";
import { actOn } from "../model/acts";
import { useWatching } from "./useWatching";

vi.mock("../api", () => ({ reportView: vi.fn() }));

let now = 0;

beforeEach(() => {
  now = 0;
  vi.mocked(reportView)
    .mockReset()
    .mockResolvedValue({} as never);
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

/** Shows a reel for a time, with what the viewer does meanwhile. */
function watch(reel: number, time: number, meanwhile: () => void = () => {}) {
  const { unmount } = renderHook(() => useWatching(reel, true));
  meanwhile();
  now += time;
  unmount();
}

test("a reel that is left at once is skipped", () => {
  watch(1, 1_000);
  expect(reportView).toHaveBeenCalledExactlyOnceWith(1, 1_000, true);
});

test("a reel that the viewer acted on is watched, however short", () => {
  watch(2, 1_000, () => actOn(2));
  expect(reportView).toHaveBeenCalledExactlyOnceWith(2, 1_000, false);
});

test("an act on another reel changes nothing", () => {
  watch(3, 1_000, () => actOn(4));
  expect(reportView).toHaveBeenCalledExactlyOnceWith(3, 1_000, true);
});

test("a reel is measured only while it plays", () => {
  const { rerender, unmount } = renderHook(({ playing }) => useWatching(5, playing), {
    initialProps: { playing: true },
  });
  now += 2_500;
  rerender({ playing: false });
  now += 60_000;
  unmount();
  expect(reportView).toHaveBeenCalledExactlyOnceWith(5, 2_500, false);
});

test("a page that comes back is measured anew", () => {
  const { unmount } = renderHook(() => useWatching(6, true));
  now += 3_000;
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  now += 60_000;
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  now += 2_500;
  unmount();
  expect(vi.mocked(reportView).mock.calls).toEqual([
    [6, 3_000, false],
    [6, 2_500, false],
  ]);
});

/** Hides or shows the tab. */
function setTab(visibility: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("a page that is hidden and then left is reported once", () => {
  const { unmount } = renderHook(() => useWatching(7, true));
  now += 3_000;
  setTab("hidden");
  window.dispatchEvent(new PageTransitionEvent("pagehide"));
  unmount();
  expect(reportView).toHaveBeenCalledExactlyOnceWith(7, 3_000, false);
});

test("a reel that is left just after the page is shown again is not skipped", () => {
  const { rerender, unmount } = renderHook(({ playing }) => useWatching(8, playing), {
    initialProps: { playing: true },
  });
  now += 5_000;
  setTab("hidden");
  rerender({ playing: false });
  now += 60_000;
  setTab("visible");
  rerender({ playing: true });
  now += 1_000;
  unmount();
  expect(reportView).toHaveBeenCalledExactlyOnceWith(8, 5_000, false);
});
