import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { showOrder } from "../api";
import { type LiveOrders, OLDER_PAGE } from "../model/liveOrders";
import { useOlderOrders } from "./useOlderOrders";

const server = vi.hoisted(() => ({ GET: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const placed = (id: number) => new Date(Date.parse("2026-11-22T10:00:00Z") + id * 1000).toISOString();
const order = (id: number, change: Partial<Order> = {}) => anOrder({ id, created_at: placed(id), ...change });
const live = (change: Partial<LiveOrders>): LiveOrders => ({
  open: [order(500)],
  older: true,
  changes: [],
  snapshots: 1,
  ...change,
});

let queries: QueryClient;

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server.GET.mockReset();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);
const follow = (first: LiveOrders) =>
  renderHook(({ state }) => useOlderOrders(7, state), { wrapper, initialProps: { state: first } });

/** Answers with the orders before a time, the newest first, of those up to 250. */
const answer = (_path: string, { params }: { params: { query: { to: string } } }) => {
  const before = Array.from({ length: 250 }, (_, at) => order(250 - at)).filter(
    ({ created_at }) => Date.parse(created_at) < Date.parse(params.query.to),
  );
  return Promise.resolve({ data: before.slice(0, OLDER_PAGE), next: null, total: before.length });
};

test("reads all orders that are older than those of the snapshot", async () => {
  server.GET.mockImplementation(answer);
  const { result } = follow(live({}));
  await waitFor(() => expect(new Set(result.current?.map(({ id }) => id)).size).toBe(250));
  expect(server.GET.mock.calls[0]?.[1].params.query).toEqual({
    status: "new,accepted,processing,ready,en_route",
    per_page: OLDER_PAGE,
    to: placed(500),
  });
});

test("reads none if the snapshot holds all", () => {
  const { result } = follow(live({ older: false }));
  expect(result.current).toBeUndefined();
  expect(server.GET).not.toHaveBeenCalled();
});

test("a change reaches an older order", async () => {
  server.GET.mockImplementation(answer);
  const { result } = follow(live({}));
  await waitFor(() => expect(result.current?.some(({ id }) => id === 1)).toBe(true));
  act(() => showOrder(queries, order(1, { state: "fulfilled", changed_at: "2030-01-01T00:00:00Z" })));
  await waitFor(() => expect(result.current?.find(({ id }) => id === 1)?.state).toBe("fulfilled"));
});
