import { fireEvent, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { FakeAudio, tones } from "@/test/audio";

let isTouched = false;

function touch() {
  isTouched = true;
  fireEvent.pointerUp(document.body);
}

/** As in Chrome, a sound that was to start before the touch starts when it is asked again. */
class UntouchedAudio extends FakeAudio {
  waiting: (() => void)[] = [];
  override state = "suspended";
  override resume = () =>
    new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      if (!isTouched) return;
      this.state = "running";
      this.dispatchEvent(new Event("statechange"));
      for (const start of this.waiting) start();
    });
}

beforeEach(() => {
  vi.resetModules();
  tones.started = 0;
  isTouched = false;
  vi.stubGlobal("AudioContext", UntouchedAudio);
});

test("rings that wait for a touch sound once", async () => {
  const { ring } = await import("./orderSound");
  ring();
  ring();
  expect(tones.started).toBe(0);
  touch();
  await vi.waitFor(() => expect(tones.started).toBe(3));
  ring();
  expect(tones.started).toBe(6);
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
