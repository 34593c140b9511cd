import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import type { Reservation } from "../../reservations/types";
import { OrderScreen } from "../OrderScreen";
import { Board } from "./Board";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));

/** Orders whose cards were drawn, in order. */
const drawn: number[] = [];
vi.mock("@/shared/orders/usePaymentText", () => ({
  usePaymentText:
    () =>
    ({ id }: Order) => {
      drawn.push(id);
      return "Paid";
    },
}));

// Queries by role are slow on a board of many controls.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "orders"]);
});

const WINDOW_PX = 900;

let queries: QueryClient;

beforeEach(() => {
  vi.clearAllMocks();
  drawn.length = 0;
  queries = new QueryClient();
});

afterEach(() => {
  vi.useRealTimers();
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

const NO_RESERVATIONS: Reservation[] = [];

const board = (orders: Order[]) =>
  page(
    <Board
      company={7}
      zone="Europe/Lisbon"
      orders={orders}
      reservations={NO_RESERVATIONS}
      refused={false}
      retry={() => {}}
      glowing={new Set()}
    />,
  );

function openBoard(first: Order[]) {
  const { rerender } = render(board(first));
  // Nothing has a height in jsdom.
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(WINDOW_PX);
  const tellHeight = () => fireEvent(window, new Event("resize"));
  tellHeight();
  const show = (orders: Order[]) => {
    rerender(board(orders));
    tellHeight();
  };
  return { user: userEvent.setup(), show };
}

const press = async (user: UserEvent, name: string | RegExp) => {
  act(() => screen.getByRole("button", { name }).focus());
  await user.keyboard("{Enter}");
};

function scrollTo(top: number) {
  vi.spyOn(document.documentElement, "scrollTop", "get").mockReturnValue(top);
  act(() => {
    fireEvent.scroll(window);
  });
}

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

test("a long column draws the cards near the window", () => {
  const first = Array.from({ length: 120 }, (_, at) => order(at + 1));
  const { show } = openBoard(first);
  const cards = () => [...document.querySelectorAll<HTMLElement>("[data-order]")];
  const ids = () => cards().map(({ dataset }) => Number(dataset.order));
  const title = () => document.getElementById("column-new")?.textContent;
  expect(title()).toContain("120");
  show([...first, ...Array.from({ length: 1080 }, (_, at) => order(at + 121))]);
  expect(title()).toContain("1,200");
  expect(cards()[0]?.closest("li")?.getAttribute("aria-setsize")).toBe("1200");
  expect(ids()[0]).toBe(1);
  expect(ids().length).toBeLessThan(12);
  scrollTo(12_000);
  expect(ids()).toContain(51);
  expect(ids()).not.toContain(1);
  expect(ids().length).toBeLessThan(12);
  scrollTo(0);
  show(first.slice(0, 2));
  expect(ids()).toEqual([1, 2]);
});

test("the event of an order draws its card only", () => {
  const first = Array.from({ length: 120 }, (_, at) => order(at + 1));
  const { show } = openBoard(first);
  drawn.length = 0;
  show(first.map((one) => (one.id === 2 ? accepted(2) : one)));
  expect([...new Set(drawn)].sort((a, b) => a - b)).toEqual([2, 8]);
});

test("a minute draws the ages again and no card", () => {
  vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00Z") });
  openBoard([order(1), order(2)]);
  expect(screen.getAllByText("2 hr")).toHaveLength(2);
  drawn.length = 0;
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getAllByText("2 hr 1 min")).toHaveLength(2);
  expect(drawn).toEqual([]);
});

test("a dropped order is sent, and its columns are marked no more", async () => {
  server.PUT.mockResolvedValue({ data: accepted(1) });
  openBoard([order(1)]);
  const card = document.querySelector('[data-order="1"]') as Element;
  fireEvent.dragStart(card, { dataTransfer: { setData: () => {} } });
  const target = document.querySelector("[data-drop]") as Element;
  expect(target.parentElement?.textContent).toContain("Accepted");
  fireEvent.drop(target);
  await waitFor(() => expect(server.PUT.mock.calls[0]?.[1].body).toEqual({ state: "accepted" }));
  expect(document.querySelector("[data-drop]")).toBeNull();
});

test("a drag whose card was scrolled away ends with the next move", () => {
  openBoard([order(1)]);
  const card = document.querySelector('[data-order="1"]') as Element;
  fireEvent.dragStart(card, { dataTransfer: { setData: () => {} } });
  expect(document.querySelectorAll("[data-drop]")).not.toHaveLength(0);
  fireEvent.pointerMove(document.getElementById("column-new") as Element);
  expect(document.querySelector("[data-drop]")).toBeNull();
});

test("orders that come and go add no listeners", () => {
  const { show } = openBoard([order(1)]);
  const add = vi.spyOn(window, "addEventListener");
  for (let id = 2; id < 12; id += 1) show([order(1), order(id)]);
  // Mantine follows the storage anew in each render of the test.
  expect(add.mock.calls.map(([event]) => event).filter((event) => event !== "storage")).toEqual([]);
  add.mockRestore();
});
