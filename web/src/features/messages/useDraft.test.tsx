import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, networkError } from "@/api/errors";
import { announceReachable } from "@/lib/reachable";
import { saveDraft } from "./api";
import { useDraft } from "./useDraft";

vi.mock("./api", () => ({ saveDraft: vi.fn(() => Promise.resolve()) }));
const kept = vi.mocked(saveDraft);
const draft = (text: string) => ({ text, at: "2026-11-20T12:00:00.000Z" });

const open = (text: string | null) =>
  renderHook(({ there }) => useDraft(1, 5, there === null ? null : draft(there)), {
    initialProps: { there: text },
  });

beforeEach(() => {
  vi.useFakeTimers();
  kept.mockClear();
});
afterEach(() => vi.useRealTimers());

it("saves the latest text when typing pauses", () => {
  const { result } = open(null);
  act(() => result.current[1]("Hel"));
  act(() => result.current[1]("Hello"));
  expect(kept).not.toHaveBeenCalled();
  act(() => void vi.runAllTimers());
  expect(kept.mock.calls).toEqual([[5, "Hello"]]);
});

it("starts with and follows the draft of another device", () => {
  const { result, rerender } = open("from the phone");
  expect(result.current[0]).toBe("from the phone");
  rerender({ there: "from the phone, longer" });
  expect(result.current[0]).toBe("from the phone, longer");
  expect(kept).not.toHaveBeenCalled();
});

it("ignores its own echo and keeps the typed text", () => {
  const { result, rerender } = open(null);
  act(() => result.current[1]("Hello"));
  rerender({ there: "other words" });
  expect(result.current[0]).toBe("Hello");
  act(() => void vi.runAllTimers());
  act(() => result.current[1]("Hello you"));
  act(() => void vi.runAllTimers());
  rerender({ there: "Hello" });
  expect(result.current[0]).toBe("Hello you");
});

it("saves when the chat closes or the tab reloads", () => {
  const first = open(null);
  act(() => first.result.current[1]("Not yet"));
  first.unmount();
  expect(kept.mock.calls).toEqual([[5, "Not yet"]]);
  expect(open(null).result.current[0]).toBe("Not yet");
});

it("saves a draft once the server can be reached, also of a closed chat", async () => {
  kept.mockRejectedValueOnce(networkError(new TypeError("offline")));
  const { result, unmount } = open(null);
  act(() => result.current[1]("Written offline"));
  unmount();
  await vi.advanceTimersByTimeAsync(0);
  announceReachable();
  await vi.advanceTimersByTimeAsync(0);
  announceReachable();
  expect(kept.mock.calls).toEqual([
    [5, "Written offline"],
    [5, "Written offline"],
  ]);
});

it("does not repeat a draft that the server refused", async () => {
  kept.mockRejectedValueOnce(new ApiError({ code: "not_found", status: 404, message: "Gone." }));
  const { result, unmount } = open(null);
  act(() => result.current[1]("To nobody"));
  unmount();
  await vi.advanceTimersByTimeAsync(0);
  announceReachable();
  expect(kept.mock.calls).toEqual([[5, "To nobody"]]);
});
