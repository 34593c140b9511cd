import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { usePlaying } from "./usePlaying";

const open = () => renderHook(({ reel }) => usePlaying(reel), { initialProps: { reel: 1 } });

function setTab(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

function wantNoMotion() {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) => ({ matches: query.includes("reduced-motion") }) as MediaQueryList,
  );
}

test("each reel starts by itself, and a pause lasts for one", () => {
  const { result, rerender } = open();
  expect(result.current).toMatchObject({ paused: false, playing: true });
  act(() => result.current.setPaused(true));
  expect(result.current).toMatchObject({ paused: true, playing: false });
  rerender({ reel: 2 });
  expect(result.current.playing).toBe(true);
});

test("without motion each reel waits, and the choice lasts for one", () => {
  wantNoMotion();
  const { result, rerender } = open();
  expect(result.current).toMatchObject({ paused: true, playing: false });
  act(() => result.current.setPaused(false));
  expect(result.current.playing).toBe(true);
  rerender({ reel: 2 });
  expect(result.current).toMatchObject({ paused: true, playing: false });
  rerender({ reel: 1 });
  expect(result.current.playing).toBe(false);
});

test("a hidden tab stops a reel that plays, and goes on with it", () => {
  const { result } = open();
  setTab("hidden");
  expect(result.current).toMatchObject({ paused: false, playing: false });
  setTab("visible");
  expect(result.current.playing).toBe(true);
});

test("a reel that was paused stays so when the tab is shown again", () => {
  const { result } = open();
  act(() => result.current.setPaused(true));
  setTab("hidden");
  setTab("visible");
  expect(result.current).toMatchObject({ paused: true, playing: false });
});
