import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { reloadFailed } from "@/api/queryClient";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { type LiveOrders, OLDER_PAGE, ordersTopic, withOrder } from "../model/liveOrders";
import { useOpenOrders } from "./useOpenOrders";

const server = vi.hoisted(() => ({ GET: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const placed = (id: number) => new Date(Date.parse("2026-11-22T10:00:00Z") + id * 1000).toISOString();
const order = (id: number, change: Partial<Order> = {}) => anOrder({ id, created_at: placed(id), ...change });
const snapshot = (older_orders: boolean, before?: LiveOrders) =>
  ordersTopic.snapshot({ orders: [order(500)], older_orders }, before);

let queries: QueryClient;

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server.GET.mockReset();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);
const follow = (first: LiveOrders) =>
  renderHook(({ state }) => useOpenOrders(7, state), { wrapper, initialProps: { state: first } });

/** Answers with the orders before a time, the newest first, of those up to 250. */
const answer = (_path: string, { params }: { params: { query: { to: string } } }) => {
  const before = Array.from({ length: 250 }, (_, at) => order(250 - at)).filter(
    ({ created_at }) => Date.parse(created_at) < Date.parse(params.query.to),
  );
  return Promise.resolve({ data: before.slice(0, OLDER_PAGE), next: null, total: before.length });
};

const idsOf = (orders: readonly Order[] | undefined) => orders?.map(({ id }) => id);
const all = [...Array.from({ length: 250 }, (_, at) => at + 1), 500];

test("reads all orders that are older than those of the snapshot", async () => {
  server.GET.mockImplementation(answer);
  const { result } = follow(snapshot(true));
  await waitFor(() => expect(idsOf(result.current)).toEqual(all));
  expect(server.GET.mock.calls[0]?.[1].params.query).toEqual({
    status: "new,accepted,processing,ready,en_route",
    per_page: OLDER_PAGE,
    to: placed(500),
  });
});

test("reads none if the snapshot holds all", () => {
  const { result } = follow(snapshot(false));
  expect(idsOf(result.current)).toEqual([500]);
  expect(server.GET).not.toHaveBeenCalled();
});

test("changes of older orders are shown and hide none of the others", async () => {
  server.GET.mockImplementation(answer);
  const first = snapshot(true);
  const { result, rerender } = follow(first);
  await waitFor(() => expect(idsOf(result.current)).toEqual(all));
  const changed_at = "2030-01-01T00:00:00Z";
  const accepted = withOrder(first, order(10, { state: "accepted", changed_at }));
  const both = withOrder(accepted, order(20, { state: "fulfilled", changed_at }));
  rerender({ state: both });
  await act(() => queries.refetchQueries());
  await waitFor(() => expect(idsOf(result.current)).toEqual(all.filter((id) => id !== 20)));
  expect(result.current?.find(({ id }) => id === 10)?.state).toBe("accepted");
});

test("an order that closes while the others are read does not come back", async () => {
  let respond = () => {};
  server.GET.mockImplementation(
    (path, options) =>
      new Promise((resolve) => {
        respond = () => resolve(answer(path, options));
      }),
  );
  const first = snapshot(true);
  const { result, rerender } = follow(first);
  await waitFor(() => expect(server.GET).toHaveBeenCalledTimes(1));
  rerender({
    state: withOrder(first, order(240, { state: "fulfilled", changed_at: "2030-01-01T00:00:00Z" })),
  });
  server.GET.mockImplementation(answer);
  await act(async () => respond());
  await waitFor(() => expect(idsOf(result.current)).toEqual(all.filter((id) => id !== 240)));
});

test("a new snapshot reads the older orders again and hides none meanwhile", async () => {
  server.GET.mockImplementation(answer);
  const first = snapshot(true);
  const { result, rerender } = follow(first);
  await waitFor(() => expect(idsOf(result.current)).toEqual(all));
  const pages = server.GET.mock.calls.length;
  rerender({ state: snapshot(true, first) });
  expect(idsOf(result.current)).toEqual(all);
  await waitFor(() => {
    expect(idsOf(result.current)).toEqual(all);
    expect(server.GET).toHaveBeenCalledTimes(2 * pages);
  });
});

test("reads again when the server is back", async () => {
  server.GET.mockImplementationOnce(answer).mockRejectedValueOnce(new Error("offline"));
  const { result } = follow(snapshot(true));
  await waitFor(() => expect(queries.getQueryCache().getAll()[0]?.state.status).toBe("error"));
  expect(idsOf(result.current)).toEqual([500]);
  server.GET.mockImplementation(answer);
  act(() => reloadFailed(queries));
  await waitFor(() => expect(idsOf(result.current)).toEqual(all));
});

test("the older orders of past snapshots are not kept", async () => {
  server.GET.mockImplementation(answer);
  let state = snapshot(true);
  const { result, rerender } = follow(state);
  for (let round = 0; round < 3; round += 1) {
    await waitFor(() => expect(idsOf(result.current)).toEqual(all));
    state = snapshot(true, state);
    rerender({ state });
  }
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(queries.getQueryCache().getAll()).toHaveLength(1);
});

test("an event leaves the older orders as they were read", async () => {
  server.GET.mockImplementation(answer);
  const first = snapshot(true);
  const { result, rerender } = follow(first);
  await waitFor(() => expect(idsOf(result.current)).toEqual(all));
  const known = result.current;
  const changed = order(500, { state: "accepted", changed_at: "2030-01-01T00:00:00Z" });
  rerender({ state: withOrder(first, changed) });
  expect(result.current?.at(-1)).toBe(changed);
  expect(result.current?.slice(0, -1).every((one, at) => one === known?.[at])).toBe(true);
});
