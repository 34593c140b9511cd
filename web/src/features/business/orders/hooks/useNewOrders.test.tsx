import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveContext } from "@/live/LiveContext";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { playStream } from "@/test/stream";
import { companyTopic } from "../../live/companyTopic";
import { useNewOrders, useRecount } from "./useNewOrders";

const server = vi.hoisted(() => ({ GET: vi.fn(), count: 0 }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5, type: "professional" }) }));

let stream: ReturnType<typeof playStream>;

beforeEach(() => {
  vi.useFakeTimers();
  stream = playStream("orders:7", companyTopic) as ReturnType<typeof playStream>;
  server.GET.mockReset();
  server.GET.mockImplementation((path: string) =>
    Promise.resolve({
      data: path.includes("dashboard")
        ? { open: [{ state: "new", count: server.count }] }
        : { company: { id: 7 } },
    }),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

async function open(older_orders: boolean, orders: Order[]) {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LiveContext value={stream.live}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </LiveContext>
  );
  const { result } = renderHook(
    () => {
      useRecount();
      return useNewOrders();
    },
    { wrapper },
  );
  await settle();
  act(() => stream.snapshot({ orders, reservations: [], older_orders }));
  await settle();
  return result;
}

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const tell = (order: Order) => act(() => stream.event({ type: "order", order }));
const changed_at = "2026-11-22T11:00:00Z";
const recounts = () => server.GET.mock.calls.filter(([path]) => path.includes("dashboard")).length;

test("a snapshot with all orders is counted without the server", async () => {
  const result = await open(false, [anOrder({ id: 1 }), anOrder({ id: 2, state: "ready" })]);
  tell(anOrder({ id: 3 }));
  await settle(5_000);
  expect(result.current.count).toBe(2);
  expect(recounts()).toBe(0);
});

test("new orders that the snapshot has no room for count", async () => {
  server.count = 4_000;
  const result = await open(true, [anOrder({ id: 5_000 }), anOrder({ id: 5_001 })]);
  expect(result.current).toMatchObject({ count: 4_000, older: 3_998 });
});

test("an order that arrives or is accepted counts at once", async () => {
  server.count = 4_000;
  const result = await open(true, [anOrder({ id: 5_000 })]);
  tell(anOrder({ id: 5_001 }));
  expect(result.current.count).toBe(4_001);
  tell(anOrder({ id: 5_001, state: "accepted", changed_at }));
  expect(result.current.count).toBe(4_000);
});

test("a change of an older order counts again, once for many", async () => {
  server.count = 4_000;
  const result = await open(true, [anOrder({ id: 5_000 })]);
  for (let id = 1; id <= 20; id += 1) tell(anOrder({ id, state: "accepted", changed_at }));
  server.count = 3_980;
  await settle(5_000);
  expect(result.current.count).toBe(3_980);
  expect(recounts()).toBe(2);
});

test("only an order that nobody has seen arrives", async () => {
  const result = await open(true, [anOrder({ id: 5_000 })]);
  tell(anOrder({ id: 1, changed_at }));
  tell(anOrder({ id: 2 }));
  expect(result.current.arrived.map(({ id }) => id)).toEqual([2, 5_000]);
});
