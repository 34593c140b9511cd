import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Booking, BookingTime } from "@/shared/booking/types";
import { holdTime, releaseHold } from "../api";
import { useHold } from "./useHold";

vi.mock("../api", () => ({ holdTime: vi.fn(), releaseHold: vi.fn(), releaseOnExit: vi.fn() }));

const time = (quantity: number) => ({ members: quantity }) as unknown as BookingTime;
const held = () => vi.mocked(holdTime).mock.calls.map(([, { members }]) => members);
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  let id = 0;
  vi.mocked(holdTime).mockReset();
  vi.mocked(holdTime).mockImplementation(async () => {
    id += 1;
    return { id, hold_expires_at: null, created_at: "2026-11-26T10:00:00.000Z" } as Booking;
  });
  vi.mocked(releaseHold)
    .mockReset()
    .mockResolvedValue(undefined as never);
});
afterEach(() => {
  vi.useRealTimers();
});

test("a choice is held at once, of quick steps after it the last", async () => {
  const { rerender, result } = renderHook(({ chosen }) => useHold(7, chosen), {
    initialProps: { chosen: time(1) },
  });
  await wait(0);
  expect(held()).toEqual([1]);
  expect(result.current.hold.status).toBe("held");
  for (const quantity of [2, 3, 4]) {
    rerender({ chosen: time(quantity) });
    await wait(100);
  }
  expect(held()).toEqual([1]);
  await wait(300);
  expect(held()).toEqual([1, 4]);
  expect(releaseHold).toHaveBeenCalledWith(1);
});

test("a hold that began with the choice is requested once", async () => {
  const { rerender, result } = renderHook(({ chosen }) => useHold(7, chosen), {
    initialProps: { chosen: null as BookingTime | null },
  });
  await wait(0);
  await act(async () => {
    result.current.begin(time(2));
    // Before any render.
    expect(held()).toEqual([2]);
  });
  rerender({ chosen: time(2) });
  await wait(0);
  expect(held()).toEqual([2]);
  expect(result.current.hold).toMatchObject({ status: "held", booking: { id: 1 } });
});

test("a hold that began is given back if another time is chosen", async () => {
  const { rerender, result } = renderHook(({ chosen }) => useHold(7, chosen), {
    initialProps: { chosen: null as BookingTime | null },
  });
  await act(async () => result.current.begin(time(2)));
  rerender({ chosen: time(3) });
  await wait(0);
  expect(held()).toEqual([2, 3]);
  expect(releaseHold).toHaveBeenCalledExactlyOnceWith(1);
  expect(result.current.hold).toMatchObject({ status: "held", booking: { id: 2 } });
});
