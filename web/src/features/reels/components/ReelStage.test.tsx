import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Reel } from "@/shared/reels/types";
import { reelOf } from "@/test/reels";
import { useSound } from "../hooks/useSound";
import { ReelStage } from "./ReelStage";

vi.mock("../api", async (original) => ({
  ...(await original<typeof import("../api")>()),
  reportView: async () => {},
}));

const HEIGHT = 800;
const REELS = [1, 2, 3].map((id) => reelOf({ id, caption: `Caption ${id}` }));
const subtitled = reelOf({ subtitles: [{ language: "US", url: "/subtitles/1" }] });
const poster = (placeholder: string | null) => ({
  id: 4,
  url: "/media/4",
  placeholder,
  width: 9,
  height: 16,
});

const scrollTo = vi.fn();
const tracks = Object.assign(new EventTarget(), { *[Symbol.iterator]() {} });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reels", "catalogue"]);
});
beforeEach(() => {
  scrollTo.mockReset();
  useSound.setState({ captions: true });
  // The page has no layout and plays nothing.
  Element.prototype.scrollTo = scrollTo;
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(HEIGHT);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, "textTracks", "get").mockImplementation(() => tracks as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Stage({ reels, start }: { reels: readonly Reel[]; start: number }) {
  const [index, setIndex] = useState(start);
  return (
    <ReelStage
      reels={reels}
      index={index}
      live={undefined}
      covered={false}
      notice={null}
      onIndex={setIndex}
      onAction={() => {}}
      onLike={() => {}}
      onFollow={() => {}}
      onBook={() => {}}
    />
  );
}

const show = (reels: readonly Reel[] = REELS, start = 0) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Stage reels={reels} start={start} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

const setReducedMotion = (reduced: boolean) =>
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: query.includes("reduced-motion") && reduced,
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );

const scroller = () => screen.getByRole("feed").parentElement?.parentElement as HTMLElement;
const current = () => document.querySelector<HTMLElement>("article:not([inert])");
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
/** Ends the scroll that a key has begun. */
function arrive() {
  const [options] = scrollTo.mock.lastCall ?? [];
  scroller().scrollTop = options?.top ?? 0;
  fireEvent.scroll(scroller());
}

test.each([
  ["#8a6d4b", "background-color: rgb(138, 109, 75)"],
  ["data:image/webp;base64,AAAA", 'background-image: url("data:image/webp;base64,AAAA")'],
])("shows the placeholder %s until the poster has loaded", (placeholder, style) => {
  const { container } = show([reelOf({ poster: poster(placeholder) as Reel["poster"] })]);
  const image = container.querySelector("img[src^='/media/4']");
  expect(image?.parentElement?.getAttribute("style")).toContain(style);
});

test.each([
  ["next", "j", 0, "Caption 2"],
  ["previous", "k", 2, "Caption 2"],
])("moves the focus to the feed when the %s reel takes its place", (_, key, start, caption) => {
  show(REELS, start);
  const button = current()?.querySelector<HTMLElement>("button[aria-label^='Like']");
  act(() => button?.focus());
  press(key);
  arrive();
  expect(current()?.textContent).toContain(caption);
  expect(document.activeElement).toBe(scroller());
});

test("another height of the window ends a turn at its place", () => {
  let resize = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(listener: () => void) {
        resize = listener;
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  show();
  press("j");
  resize();
  expect(scroller().scrollTop).toBe(HEIGHT);
  fireEvent.scroll(scroller());
  expect(current()?.textContent).toContain("Caption 2");
  resize();
  expect(scroller().scrollTop).toBe(HEIGHT);
});

test("leaves the focus alone when it is outside of the reel", () => {
  show();
  const sound = screen.getByRole("button", { name: "Sound" });
  act(() => sound.focus());
  press("j");
  arrive();
  expect(current()?.textContent).toContain("Caption 2");
  expect(document.activeElement).toBe(sound);
});

test.each([
  [true, "instant"],
  [false, "smooth"],
])("turns without a movement if the viewer wants none: %s", (reduced, behavior) => {
  setReducedMotion(reduced);
  show();
  press("j");
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: HEIGHT, behavior });
});

test("shows subtitles, and hides them with the key s", () => {
  const track = Object.assign(new EventTarget(), { mode: "disabled", activeCues: [{ text: "Fresh rice" }] });
  Object.assign(tracks, {
    *[Symbol.iterator]() {
      yield track;
    },
  });
  show([subtitled]);
  expect(track.mode).toBe("hidden");
  act(() => void track.dispatchEvent(new Event("cuechange")));
  expect(current()?.textContent).toContain("Fresh rice");
  const button = screen.getByRole("button", { name: "Subtitles" });
  expect(button.getAttribute("aria-pressed")).toBe("true");

  press("s");
  expect(current()?.textContent).not.toContain("Fresh rice");
  expect(button.getAttribute("aria-pressed")).toBe("false");
  expect(localStorage.getItem("plaza.captions")).toBe("off");

  press("s");
  expect(current()?.textContent).toContain("Fresh rice");
  expect(localStorage.getItem("plaza.captions")).toBeNull();
});

const FAILED = "This video cannot be played";
const playing = () => document.querySelector("video:not([aria-hidden=true])") as HTMLVideoElement;
const waiting = () => document.querySelector("video[aria-hidden=true]") as HTMLVideoElement;

test("a video that failed while it waited says so in its turn", () => {
  show();
  fireEvent.error(waiting());
  expect(screen.queryByText(FAILED)).toBeNull();
  press("j");
  arrive();
  expect(within(current() as HTMLElement).getByRole("alert").textContent).toContain(FAILED);
  press("j");
  arrive();
  expect(current()?.textContent).toContain("Caption 3");
  expect(screen.queryByText(FAILED)).toBeNull();
});

test("a video that failed is loaded and played again on demand", () => {
  show();
  fireEvent.error(playing());
  expect(playing().hasAttribute("src")).toBe(false);
  const { play } = HTMLMediaElement.prototype;
  vi.mocked(play).mockClear();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.queryByText(FAILED)).toBeNull();
  expect(playing().getAttribute("src")).toBe("/media/1");
  expect(play).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(scroller());
});

test("a video of a kind that the browser does not play says so", async () => {
  vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValue(new DOMException("", "NotSupportedError"));
  show();
  expect(await screen.findByText(FAILED)).toBeTruthy();
});

test("without motion a reel waits for a press, which plays that reel only", () => {
  // The timeline draws for ever.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  setReducedMotion(true);
  const { play } = HTMLMediaElement.prototype;
  show();
  expect(play).not.toHaveBeenCalled();
  fireEvent.click(within(current() as HTMLElement).getByRole("button", { name: "Play" }));
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
  expect(play).toHaveBeenCalledOnce();
  press("j");
  arrive();
  expect(play).toHaveBeenCalledOnce();
  expect(within(current() as HTMLElement).getByRole("button", { name: "Play" })).toBeTruthy();
});

test.each([
  [1_920, 1_080, true],
  [540, 960, false],
])("a video of %i by %i is shown whole: %s", (width, height, whole) => {
  const video = { ...(reelOf().video as NonNullable<Reel["video"]>), width, height };
  const { container } = show([reelOf({ video })]);
  const shape = container.querySelector<HTMLElement>("[class*=poster]")?.style.getPropertyValue("--shape");
  expect(shape).toBe(whole ? `${width} / ${height}` : "");
  expect(playing().hasAttribute("data-wide")).toBe(whole);
  expect(container.querySelectorAll("[data-wide]")).toHaveLength(whole ? 2 : 0);
});
