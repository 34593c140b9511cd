import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { LiveContext } from "@/live/LiveContext";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { playStream } from "@/test/stream";
import { companyTopic } from "../live/companyTopic";
import { useBulkSteps, useOrder, useOrderStep, useOrders } from "./api";
import { useNotice } from "./hooks/useNotice";
import { filtersOf } from "./model/filters";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));

const later = "2026-11-22T10:05:00Z";
const before = anOrder();
const accepted = anOrder({
  state: "accepted",
  next: ["processing"],
  changed_at: later,
  handled_by: { id: 5, name: "Ines" },
});

let stream: ReturnType<typeof playStream<ReturnType<typeof companyTopic.snapshot>>>;
let queries: QueryClient;
let respond: (answer: unknown) => void;
let refuse: (error: Error) => void;

beforeEach(() => {
  stream = playStream("orders:7", companyTopic);
  queries = new QueryClient();
  server.GET.mockReset().mockResolvedValue({ data: before });
  server.PUT.mockReset().mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        respond = (data) => resolve({ data });
        refuse = reject;
      }),
  );
  useNotice.setState({ notice: null });
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <LiveContext value={stream.live}>
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  </LiveContext>
);

/** Follows the order 1 on the board and on its page. */
async function open(orders = [before], older_orders = false) {
  stream.snapshot({ orders, reservations: [], older_orders });
  const { result } = renderHook(() => ({ step: useOrderStep(7), page: useOrder(1) }), { wrapper });
  await waitFor(() => expect(result.current.page.data).toBeDefined());
  server.GET.mockClear();
  return {
    page: () => result.current.page.data,
    move: (state: Order["state"], more: { promised_at?: string; reason?: string } = {}) =>
      act(async () => result.current.step.mutate({ order: before, state, ...more })),
    settled: () => waitFor(() => expect(result.current.step.isPending).toBe(false)),
  };
}

const board = () => stream.state()?.orders.open ?? [];
const shown = () => board().map(({ id, state, next }) => [id, state, next.length]);
const notice = () => useNotice.getState().notice;
const refusal = (status: number, code: string) => new ApiError({ code, message: "", status });

test("a step is shown at once, and its next steps with the answer", async () => {
  const { page, move, settled } = await open();
  await move("accepted", { promised_at: later });
  expect(shown()).toEqual([[1, "accepted", 0]]);
  expect(board()[0]?.promised_at).toBe(later);
  await waitFor(() => expect(page()?.state).toBe("accepted"));
  await act(async () => respond(accepted));
  await settled();
  expect(shown()).toEqual([[1, "accepted", 1]]);
  expect(page()?.next).toEqual(["processing"]);
  expect(notice()).toBeNull();
});

test("a step without a connection is taken back", async () => {
  const { page, move, settled } = await open();
  await move("accepted");
  await act(async () => refuse(refusal(0, "network")));
  await settled();
  expect(board()).toEqual([before]);
  await waitFor(() => expect(page()).toEqual(before));
  expect(notice()).toEqual({ kind: "failed", code: before.code, offline: true });
});

test("a step removes the notice about its order and no other", async () => {
  const { move, settled } = await open();
  const other = { kind: "failed", code: "OTHER", offline: true } as const;
  for (const [shown, left] of [
    [other, other],
    [{ ...other, code: before.code }, null],
  ]) {
    useNotice.setState({ notice: shown });
    await move("accepted");
    await act(async () => respond(accepted));
    await settled();
    expect(notice()).toEqual(left);
  }
});

test("a refused end brings the order back", async () => {
  const { move, settled } = await open();
  await move("fulfilled");
  expect(shown()).toEqual([[1, "fulfilled", 0]]);
  await act(async () => refuse(refusal(403, "not_allowed")));
  await settled();
  expect(board()).toEqual([before]);
  expect(notice()).toEqual({ kind: "failed", code: before.code, offline: false });
});

test("after a conflict the order is where the colleague put it", async () => {
  const { move, settled } = await open();
  await move("accepted");
  server.GET.mockResolvedValue({ data: anOrder({ state: "ready", next: ["fulfilled"], changed_at: later }) });
  await act(async () => refuse(refusal(409, "order.state")));
  await settled();
  expect(shown()).toEqual([[1, "ready", 1]]);
  expect(notice()).toEqual({ kind: "conflict", code: before.code, state: "ready" });
});

test("a failed step leaves what a colleague did meanwhile", async () => {
  const { page, move, settled } = await open();
  await move("fulfilled");
  const order = anOrder({ state: "cancelled", next: [], changed_at: later });
  act(() => stream.event({ type: "order", order }));
  await act(async () => refuse(refusal(0, "network")));
  await settled();
  expect(board()).toEqual([]);
  expect(page()?.state).not.toBe("fulfilled");
});

test("a cancellation waits for the server", async () => {
  const { move, settled } = await open();
  await move("cancelled", { reason: "closed" });
  expect(board()).toEqual([before]);
  await act(async () => respond(anOrder({ state: "cancelled", next: [], changed_at: later })));
  await settled();
  expect(board()).toEqual([]);
});

test("an older order moves at once and comes back", async () => {
  const { move, settled } = await open([anOrder({ id: 900 })], true);
  await move("accepted");
  expect(shown()).toEqual([
    [1, "accepted", 0],
    [900, "new", 2],
  ]);
  await act(async () => refuse(refusal(0, "network")));
  await settled();
  expect(shown()[0]).toEqual([1, "new", 2]);
});

test("several steps have the list read again once", async () => {
  server.GET.mockResolvedValue({ data: [before, anOrder({ id: 2 })], next: null, total: 2 });
  const filters = { ...filtersOf(new URLSearchParams()), status: "new" } as const;
  const { result } = renderHook(() => ({ bulk: useBulkSteps(), list: useOrders(filters, "Europe/Lisbon") }), {
    wrapper,
  });
  await waitFor(() => expect(result.current.list.data).toBeDefined());
  server.GET.mockClear();
  server.PUT.mockResolvedValue({ data: accepted });
  const orders = result.current.list.data?.items ?? [];
  await act(() => result.current.bulk.mutateAsync({ orders, state: "accepted" }));
  expect(server.PUT).toHaveBeenCalledTimes(2);
  expect(server.GET).toHaveBeenCalledTimes(1);
});
