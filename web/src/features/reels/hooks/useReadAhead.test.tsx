import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { announceReachable } from "@/lib/reachable";
import { useReadAhead } from "./useReadAhead";

function open() {
  const fetchNextPage = vi.fn();
  const feed = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage };
  const { result, rerender } = renderHook((state) => useReadAhead(state as never, true), {
    initialProps: feed,
  });
  const set = (state: Partial<typeof feed>) => rerender({ ...feed, ...state });
  return { fetchNextPage, set, again: () => result.current() };
}

test("a page that fails is read again when the server can be reached", () => {
  const { fetchNextPage, set } = open();
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  set({ isFetchingNextPage: true });
  set({ isFetchNextPageError: true });
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  act(announceReachable);
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});

test("only a page that failed is asked for again", () => {
  const { fetchNextPage, set, again } = open();
  again();
  set({ isFetchingNextPage: true, isFetchNextPageError: true });
  again();
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  set({ isFetchNextPageError: true });
  again();
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});
