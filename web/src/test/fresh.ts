import { afterAll, vi } from "vitest";

// Files of one worker share packages and globals. Each file has modules of the app of its own.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
