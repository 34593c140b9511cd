import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWhenReachable } from "./lazyPart";
import { announceReachable } from "./reachable";

const server = vi.fn<() => Promise<Response>>();
const refused = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", server);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a part that cannot be loaded comes when the server can be reached", async () => {
  server.mockImplementation(refused);
  const load = vi
    .fn()
    .mockImplementationOnce(refused)
    .mockImplementationOnce(refused)
    .mockResolvedValue("part");
  const loaded = loadWhenReachable(load);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(1);
  announceReachable();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(2);
  // Without an announcement it is tried from time to time.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await loaded).toBe("part");
});

test("a part that the server does not have is an error", async () => {
  server.mockResolvedValue(new Response());
  const load = vi.fn(refused);
  await expect(loadWhenReachable(load)).rejects.toThrow("Failed to fetch");
  expect(load).toHaveBeenCalledTimes(2);
});

test("a part is loaded when the network came back at once", async () => {
  server.mockResolvedValue(new Response());
  const load = vi.fn().mockImplementationOnce(refused).mockResolvedValue("part");
  expect(await loadWhenReachable(load)).toBe("part");
});
