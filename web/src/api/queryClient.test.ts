import { MutationObserver, onlineManager } from "@tanstack/react-query";
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
