import { MutationObserver, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { toast, useToasts } from "@/lib/toasts";
import { ApiError, networkError } from "./errors";
import { showEarly } from "./optimistic";
import { makeQueryClient, reloadFailed } from "./queryClient";

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

test("a change without a network is answered by one text", async () => {
  useToasts.setState({ shown: [] });
  const queries = makeQueryClient((failure) => toast.error("Could not reach Plaza.", failure));
  const change = new MutationObserver(queries, {
    mutationFn: () => Promise.reject(networkError(new TypeError("offline"))),
    onError: (error) => toast.error("The setting was not saved.", error),
  });
  await change.mutate(undefined, { onError: (error) => toast.error("Not saved.", error) }).catch(() => {});
  expect(useToasts.getState().shown.map(({ text }) => text)).toEqual(["Could not reach Plaza."]);
});

test("a change with an answer of its own is not answered for", async () => {
  const onUnreachable = vi.fn();
  const change = new MutationObserver(makeQueryClient(onUnreachable), {
    meta: { answersOffline: true },
    mutationFn: () => Promise.reject(networkError(new TypeError("offline"))),
  });
  await change.mutate().catch(() => {});
  expect(onUnreachable).not.toHaveBeenCalled();
});

test("what failed is loaded again once the server can be reached", async () => {
  const queries = makeQueryClient();
  const refusal = new ApiError({ code: "not_found", status: 404, message: "Gone." });
  const load = vi.fn(() => Promise.reject(networkError(new TypeError("offline"))));
  const loadRefused = vi.fn(() => Promise.reject(refusal));
  const loadFine = vi.fn(() => Promise.resolve("fine"));
  const options = { retry: false };
  const stops = [load, loadRefused, loadFine].map((queryFn, index) =>
    new QueryObserver<unknown>(queries, { queryKey: [index], queryFn, ...options }).subscribe(() => {}),
  );
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  load.mockResolvedValueOnce("back" as never);
  reloadFailed(queries);
  await vi.waitFor(() => expect(queries.getQueryData([0])).toBe("back"));
  expect([load, loadRefused, loadFine].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
  for (const stop of stops) stop();
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
