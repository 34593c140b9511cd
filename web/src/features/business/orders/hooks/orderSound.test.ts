import { beforeEach, expect, test, vi } from "vitest";

const tones: string[] = [];

class FakeAudio {
  state = "suspended";
  currentTime = 0;
  destination = {};
  resume = vi.fn(async () => {
    await Promise.resolve();
    this.state = "running";
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
  vi.stubGlobal("AudioContext", FakeAudio);
});

test("rings that wait for a touch sound once", async () => {
  const { ring } = await import("./orderSound");
  ring();
  ring();
  expect(tones).toEqual([]);
  await vi.waitFor(() => expect(tones).toHaveLength(3));
  ring();
  expect(tones).toHaveLength(6);
});

test("seen orders that are not new any more are forgotten", async () => {
  const { markSeen, useAlarm } = await import("./orderSound");
  markSeen([1, 2]);
  markSeen([2, 3]);
  expect([...useAlarm.getState().seen]).toEqual([2, 3]);
});
