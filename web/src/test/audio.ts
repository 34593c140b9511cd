/** Audio of a browser for tests. It runs at once, and `tones.started` counts what sounds. */
export const tones = { started: 0 };

export class FakeAudio extends EventTarget {
  state = "running";
  currentTime = 0;
  destination = {};
  resume = (): Promise<void> => Promise.resolve();
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (to: unknown) => to,
    start: () => {
      tones.started += 1;
    },
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
