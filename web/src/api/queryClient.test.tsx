import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError, networkError } from "./errors";
import { showEarly } from "./optimistic";
import { makeQueryClient } from "./queryClient";

afterEach(() => onlineManager.setOnline(true));

const KEY = ["settings"];

/** Switches a setting on, with what the server answers. */
async function switchOn(answer: () => Promise<unknown>) {
  const onUnreachable = vi.fn();
  const queries = makeQueryClient(onUnreachable);
  queries.setQueryData(KEY, { on: false });
  const change = new MutationObserver(queries, {
    mutationFn: answer,
    onMutate: () => showEarly<{ on: boolean }>(queries, KEY, () => ({ on: true })),
    onError: (_error, _variables, takeBack) => takeBack?.(),
  });
  await change.mutate().catch(() => {});
  return { shown: queries.getQueryData(KEY), onUnreachable };
}

test("a change without a network fails at once and is taken back", async () => {
  onlineManager.setOnline(false);
  const { shown, onUnreachable } = await switchOn(() =>
    Promise.reject(networkError(new TypeError("offline"))),
  );
  expect(shown).toEqual({ on: false });
  expect(onUnreachable).toHaveBeenCalledOnce();
});

test("a refused change is taken back without a word about the network", async () => {
  const refusal = new ApiError({ code: "validation", status: 422, message: "No." });
  const { shown, onUnreachable } = await switchOn(() => Promise.reject(refusal));
  expect(shown).toEqual({ on: false });
  expect(onUnreachable).not.toHaveBeenCalled();
});

test("a confirmed change stays", async () => {
  expect((await switchOn(() => Promise.resolve())).shown).toEqual({ on: true });
});

test("a search waits for its index longer than for a failure", async () => {
  vi.useFakeTimers();
  const preparing = new ApiError({
    code: "search.preparing",
    status: 503,
    message: "Wait.",
    retryAfterMs: 2_000,
  });
  const search = vi.fn(async () => (search.mock.calls.length > 6 ? "found" : Promise.reject(preparing)));
  const query = new QueryObserver(makeQueryClient(), { queryKey: ["search"], queryFn: search });
  const stop = query.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(11_900);
  expect(query.getCurrentResult()).toMatchObject({ isPending: true, failureReason: preparing });
  await vi.advanceTimersByTimeAsync(200);
  expect(query.getCurrentResult().data).toBe("found");
  stop();
  vi.useRealTimers();
});
