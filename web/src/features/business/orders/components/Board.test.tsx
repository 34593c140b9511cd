import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import type { Reservation } from "../../reservations/types";
import { OrderScreen } from "../OrderScreen";
import { Board } from "./Board";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));

// Queries by role are slow on a board of many controls.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "orders"]);
});

let queries: QueryClient;

beforeEach(() => {
  vi.clearAllMocks();
  queries = new QueryClient();
});

const order = (id: number, change: Partial<Order> = {}) => anOrder({ id, code: `ORDER-${id}`, ...change });

function page(children: ReactNode, at = "/") {
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function openBoard(first: Order[], reservations: Reservation[] = []) {
  const board = (orders: Order[]) =>
    page(
      <Board
        company={7}
        zone="Europe/Lisbon"
        orders={orders}
        reservations={reservations}
        refused={false}
        retry={() => {}}
        glowing={new Set()}
      />,
    );
  const { rerender } = render(board(first));
  return { user: userEvent.setup(), show: (orders: Order[]) => rerender(board(orders)) };
}

const press = async (user: UserEvent, name: string | RegExp) => {
  act(() => screen.getByRole("button", { name }).focus());
  await user.keyboard("{Enter}");
};
const focused = () => document.activeElement?.textContent;
const accepted = (id: number) => order(id, { state: "accepted", next: ["processing", "cancelled"] });

test("the focus goes with an order to its next column", async () => {
  server.PUT.mockResolvedValue({ data: accepted(1) });
  const { user, show } = openBoard([order(1), order(2)]);
  await press(user, /^Accept.*ORDER-1/);
  await press(user, "20 min");
  show([accepted(1), order(2)]);
  await waitFor(() => expect(focused()).toBe("ORDER-1"));
});

test("the focus goes to the next order, then to the title", async () => {
  const ready = (id: number) => order(id, { state: "ready", next: ["fulfilled"] });
  server.PUT.mockResolvedValue({ data: order(1, { state: "fulfilled", next: [] }) });
  const { user, show } = openBoard([ready(1), ready(2)]);
  await press(user, /ORDER-1/);
  show([ready(2)]);
  await waitFor(() => expect(focused()).toBe("ORDER-2"));
  show([]);
  await waitFor(() => expect(document.activeElement?.id).toBe("column-ready"));
});

test("the way back from the times leads to the button", async () => {
  const { user } = openBoard([order(1)]);
  await press(user, /^Accept/);
  await press(user, "Back");
  expect(focused()).toBe("Accept");
});

test("the page of an order focuses its next step, then its state", async () => {
  server.GET.mockResolvedValue({ data: order(1) });
  render(
    page(
      <Routes>
        <Route path="/pro/orders/:orderId" element={<OrderScreen />} />
      </Routes>,
      "/pro/orders/1",
    ),
  );
  const user = userEvent.setup();
  await screen.findByRole("button", { name: /^Accept/ });
  await press(user, /^Accept/);
  server.PUT.mockResolvedValue({ data: { ...accepted(1), changed_at: "2026-11-22T10:01:00Z" } });
  await press(user, "20 min");
  await waitFor(() => expect(focused()).toBe("Start preparing"));
  const over = order(1, { state: "fulfilled", next: [], changed_at: "2026-11-22T10:02:00Z" });
  server.PUT.mockResolvedValue({ data: over });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.id).toBe("order-state"));
});

test("a long column shows its first orders, and more on demand", async () => {
  const first = Array.from({ length: 120 }, (_, at) => order(at + 1));
  const { user, show } = openBoard(first);
  const cards = () => document.querySelectorAll("[data-order]");
  const title = () => screen.getByRole("heading", { name: /New/ }).textContent;
  expect(title()).toContain("120");
  show([...first, ...Array.from({ length: 1080 }, (_, at) => order(at + 121))]);
  expect(title()).toContain("1,200");
  expect(cards()).toHaveLength(50);
  await press(user, "Show more");
  expect(cards()).toHaveLength(100);
  show(first);
  await press(user, "Show more");
  expect(cards()).toHaveLength(120);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
