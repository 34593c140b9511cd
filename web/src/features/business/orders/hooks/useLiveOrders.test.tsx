import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { LiveContext } from "@/live/LiveContext";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { playStream } from "@/test/stream";
import { companyTopic } from "../../live/companyTopic";
import { useOrder, useOrders } from "../api";
import { filtersOf, type Status } from "../model/filters";
import { CHANGES_KEPT } from "../model/liveOrders";
import { useLiveOrders } from "./useLiveOrders";

const server = vi.hoisted(() => ({ GET: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "orders"]);
});

let queries: QueryClient;
let stream: ReturnType<typeof playStream>;

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
  stream = playStream("orders:7", companyTopic) as ReturnType<typeof playStream>;
  server.GET.mockReset();
  server.GET.mockImplementation((path: string) => {
    const isOne = path.includes("{order_id}");
    return Promise.resolve(isOne ? { data: anOrder() } : { data: [anOrder()], next: null, total: 1 });
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <LiveContext value={stream.live}>
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  </LiveContext>
);

/** Opens a list beside the live orders. The server knows the order 1. */
async function open(status: Status = "all") {
  const filters = { ...filtersOf(new URLSearchParams()), status };
  const { result } = renderHook(
    () => ({ live: useLiveOrders(7), list: useOrders(filters, "Europe/Lisbon") }),
    {
      wrapper,
    },
  );
  act(() => stream.snapshot({ orders: [anOrder()], reservations: [] }));
  await settle();
  server.GET.mockClear();
  return {
    rows: () => result.current.list.data?.items.map(({ id, state }) => [id, state]),
    glowing: () => result.current.live.glowing.size,
  };
}

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const tell = (...orders: Order[]) =>
  act(() => {
    for (const order of orders) stream.event({ type: "order", order });
  });
let minute = 0;
const changed = (change: Partial<Order>) => {
  minute += 1;
  return anOrder({ ...change, changed_at: new Date(Date.UTC(2026, 10, 23, 0, minute)).toISOString() });
};
const reads = () => server.GET.mock.calls.length;

test("a change that moves no row is shown without a reading", async () => {
  const { rows } = await open();
  tell(changed({ state: "accepted" }));
  expect(rows()).toEqual([[1, "accepted"]]);
  await settle(5_000);
  expect(reads()).toBe(0);
});

test("an order that leaves the list has it read again", async () => {
  const { rows } = await open("new");
  tell(changed({ state: "accepted" }));
  expect(rows()).toEqual([[1, "accepted"]]);
  expect(reads()).toBe(0);
  await settle(2_000);
  expect(reads()).toBe(1);
});

test("new orders without a pause read the list once a second", async () => {
  await open();
  for (let id = 10; id < 110; id += 1) {
    tell(anOrder({ id }));
    await settle(100);
  }
  await settle(2_000);
  expect(reads()).toBeGreaterThanOrEqual(6);
  expect(reads()).toBeLessThanOrEqual(11);
});

test("a change during a reading reads again", async () => {
  const { rows } = await open();
  let respond = () => {};
  server.GET.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        respond = () => resolve({ data: [anOrder()], next: null, total: 1 });
      }),
  );
  act(() => void queries.invalidateQueries());
  const accepted = changed({ state: "accepted" });
  tell(accepted);
  server.GET.mockResolvedValue({ data: [accepted], next: null, total: 1 });
  await act(async () => respond());
  await settle(2_000);
  expect(rows()).toEqual([[1, "accepted"]]);
});

test("changes that are missing have all read again", async () => {
  await open();
  tell(...Array.from({ length: CHANGES_KEPT + 1 }, () => changed({ state: "accepted" })));
  await settle(2_000);
  expect(reads()).toBe(1);
});

test("a new snapshot reads all that is shown again", async () => {
  await open();
  renderHook(() => useOrder(1), { wrapper });
  await settle();
  server.GET.mockClear();
  act(() => stream.snapshot({ orders: [], reservations: [] }));
  await settle();
  expect(reads()).toBe(2);
});

test("the page of an order shows a change that comes while it is read", async () => {
  await open();
  const { result } = renderHook(() => useOrder(1), { wrapper });
  tell(changed({ state: "ready" }));
  await settle();
  expect(result.current.data?.state).toBe("ready");
});

test("a day of orders leaves nothing behind", async () => {
  const { glowing } = await open();
  const entries = queries.getQueryCache().getAll().length;
  for (let id = 10; id < 300; id += 1) {
    tell(anOrder({ id }));
    tell(changed({ id, state: "fulfilled" }));
    await settle(100);
  }
  expect(queries.getQueryCache().getAll()).toHaveLength(entries);
  await settle(5_000);
  expect(glowing()).toBe(0);
  expect(vi.getTimerCount()).toBeLessThan(10);
});
