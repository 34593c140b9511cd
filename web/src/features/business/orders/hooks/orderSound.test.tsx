import { fireEvent, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

const tones: string[] = [];

let isTouched = false;

function touch() {
  isTouched = true;
  fireEvent.pointerUp(document.body);
}

/** As in Chrome, a sound that was to start before the touch starts when it is asked again. */
class FakeAudio extends EventTarget {
  waiting: (() => void)[] = [];
  state = "suspended";
  currentTime = 0;
  destination = {};
  resume = () =>
    new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      if (!isTouched) return;
      this.state = "running";
      this.dispatchEvent(new Event("statechange"));
      for (const start of this.waiting) start();
    });
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (to: unknown) => to,
    start: () => tones.push("start"),
    stop: () => undefined,
  });
  createGain = () => ({
    gain: {
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    },
    connect: (to: unknown) => to,
  });
}

beforeEach(() => {
  vi.resetModules();
  tones.length = 0;
  isTouched = false;
  vi.stubGlobal("AudioContext", FakeAudio);
});

test("rings that wait for a touch sound once", async () => {
  const { ring } = await import("./orderSound");
  ring();
  ring();
  expect(tones).toEqual([]);
  touch();
  await vi.waitFor(() => expect(tones).toHaveLength(3));
  ring();
  expect(tones).toHaveLength(6);
});

test("a page is silenced until it is touched", async () => {
  const { useIsSilenced } = await import("./orderSound");
  const { result } = renderHook(() => useIsSilenced());
  expect(result.current).toBe(true);
  touch();
  await waitFor(() => expect(result.current).toBe(false));
});

test("seen orders that are not new any more are forgotten", async () => {
  const { markSeen, useAlarm } = await import("./orderSound");
  markSeen([1, 2]);
  markSeen([2, 3]);
  expect([...useAlarm.getState().seen]).toEqual([2, 3]);
});
