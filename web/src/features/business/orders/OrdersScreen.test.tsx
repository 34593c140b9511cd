import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { LiveContext } from "@/live/LiveContext";
import { anOrder } from "@/test/orders";
import { playStream } from "@/test/stream";
import { companyTopic } from "../live/companyTopic";
import { setSound } from "./hooks/orderSound";
import { OrdersScreen } from "./OrdersScreen";

// The screen loads it on demand: a slow machine would exceed the wait of a query.
import "./components/SoldOutSheet";

const server = vi.hoisted(() => ({ GET: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5, type: "professional" }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "business-catalogue", "orders"]);
});

const older = anOrder({ id: 1, code: "OLDER" });
const ANSWERS: Record<string, object> = {
  profile: { company: { id: 7 }, permissions: ["orders", "store"] },
  terms: { time_zone: "Europe/Lisbon" },
  dashboard: { open: [{ state: "new", count: 4_000 }] },
  pause: { paused_until: null },
};

beforeEach(() => {
  server.GET.mockReset();
  server.GET.mockImplementation((path: string) => {
    const key = Object.keys(ANSWERS).find((part) => path.includes(part));
    return Promise.resolve(key ? { data: ANSWERS[key] } : { data: [older], next: null, total: 1 });
  });
});

/** Opens the orders of a company with 4,000 new ones, of which the snapshot has one. */
async function open(at: string) {
  const stream = playStream("orders:7", companyTopic);
  render(
    <MantineProvider env="test">
      <LiveContext value={stream.live}>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter initialEntries={[at]}>
            <OrdersScreen />
          </MemoryRouter>
        </QueryClientProvider>
      </LiveContext>
    </MantineProvider>,
  );
  await screen.findByRole("button", { name: "Board" });
  act(() => stream.snapshot({ orders: [anOrder({ id: 9_000 })], reservations: [], older_orders: true }));
}

const readOlder = () =>
  server.GET.mock.calls.filter(([, options]) => options?.params?.query?.to !== undefined).length;

test("the title counts all new orders, and the board shows the older ones", async () => {
  await open("/pro/orders");
  await waitFor(() => expect(document.title).toBe("Orders (4000) · Plaza"));
  // Nothing has a height in jsdom.
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(900);
  fireEvent(window, new Event("resize"));
  expect(await screen.findByRole("article", { name: "OLDER" })).toBeDefined();
  expect(readOlder()).toBe(1);
});

test("the list reads none of the older orders for the board", async () => {
  await open("/pro/orders?view=list");
  await waitFor(() => expect(document.title).toBe("Orders (4000) · Plaza"));
  expect(readOlder()).toBe(0);
});

test.each([
  ["staff", ["orders", "support"], false],
  ["manager", ["orders", "support", "catalogue", "store"], true],
])("%s may mark what is sold out", async (role, permissions, mayChangeCharges) => {
  const row = { id: 4, name: "Soup", state: "active", sold_out: false };
  const others = server.GET.getMockImplementation();
  server.GET.mockImplementation((path: string) =>
    path.includes("profile")
      ? Promise.resolve({ data: { company: { id: 7 }, role, permissions } })
      : path.includes("catalogue/offerings")
        ? Promise.resolve({ data: [row], next: null, total: 1 })
        : others?.(path),
  );
  await open("/pro/orders?view=list");
  await waitFor(() =>
    expect(screen.queryByRole("link", { name: "Delivery charges" }) !== null).toBe(mayChangeCharges),
  );
  fireEvent.click(screen.getByRole("button", { name: "What is sold out" }));
  expect(await screen.findByRole("switch", { name: "Soup" })).toBeDefined();
});

const HINT = "Tap the page once to turn the sound on.";

test("a page that was never touched tells that it is silent", async () => {
  class SilentAudio extends EventTarget {
    state = "suspended";
    resume = async () => {
      this.state = "running";
      this.dispatchEvent(new Event("statechange"));
    };
  }
  vi.stubGlobal("AudioContext", SilentAudio);
  await open("/pro/orders?view=list");
  expect(screen.getByText(HINT)).toBeDefined();
  act(() => setSound(false));
  expect(screen.queryByText(HINT)).toBeNull();
  act(() => setSound(true));
  expect(screen.getByText(HINT)).toBeDefined();
  fireEvent.keyDown(document.body, { key: "a" });
  await waitFor(() => expect(screen.queryByText(HINT)).toBeNull());
});
