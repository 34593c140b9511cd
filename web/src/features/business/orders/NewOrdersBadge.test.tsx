import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { LiveContext } from "@/live/LiveContext";
import { FakeAudio, tones } from "@/test/audio";
import { anOrder } from "@/test/orders";
import { playStream } from "@/test/stream";
import { companyTopic } from "../live/companyTopic";
import { markSeen, useAlarm } from "./hooks/orderSound";
import { NewOrdersBadge } from "./NewOrdersBadge";

const server = vi.hoisted(() => ({ GET: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5, type: "professional" }) }));

beforeAll(async () => {
  vi.stubGlobal("AudioContext", FakeAudio);
  await startI18n();
  await i18next.loadNamespaces(["business-orders"]);
});

beforeEach(() => {
  useAlarm.setState({ sound: true, seen: new Set(), seenOlder: false });
  tones.started = 0;
  server.GET.mockImplementation((path: string) =>
    Promise.resolve({
      data: path.includes("dashboard") ? { open: [{ state: "new", count: 4_000 }] } : { company: { id: 7 } },
    }),
  );
});

/** Opens the badge of a company with 4,000 new orders, none of which the snapshot has room for. */
async function open() {
  const stream = playStream("orders:7", companyTopic);
  render(
    <MantineProvider env="test">
      <LiveContext value={stream.live}>
        <QueryClientProvider client={new QueryClient()}>
          <NewOrdersBadge />
        </QueryClientProvider>
      </LiveContext>
    </MantineProvider>,
  );
  const orders = [anOrder({ id: 5_000, state: "ready" })];
  act(() => stream.snapshot({ orders, reservations: [], older_orders: true }));
  await screen.findByText("4000 new orders");
  return stream;
}

test("older new orders count and ring", async () => {
  await open();
  expect(tones.started).toBe(3);
});

test("seen on the board, older orders are silent, and one that arrives rings", async () => {
  markSeen([]);
  const stream = await open();
  expect(tones.started).toBe(0);
  act(() => stream.event({ type: "order", order: anOrder({ id: 5_001 }) }));
  await screen.findByText("4001 new orders");
  expect(tones.started).toBe(3);
});

test("an order that arrives rings, and one that is accepted does not", async () => {
  const stream = await open();
  tones.started = 0;
  act(() => stream.event({ type: "order", order: anOrder({ id: 5_001 }) }));
  expect(tones.started).toBe(3);
  const order = anOrder({ id: 5_001, state: "accepted", changed_at: "2026-11-22T10:05:00Z" });
  act(() => stream.event({ type: "order", order }));
  await screen.findByText("4000 new orders");
  expect(tones.started).toBe(3);
});
