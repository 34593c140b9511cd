import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import * as zones from "@/shared/opening/zonedTime";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { OrderScreen } from "./OrderScreen";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({
  isGuest: () => false,
  useUser: () => ({ id: 3, type: "user" }),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["orders"]);
});

async function open(change: Partial<Order>) {
  server.GET.mockResolvedValue({ data: anOrder({ state: "fulfilled", ticket_id: 31, ...change }) });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={["/orders/1"]}>
          <Routes>
            <Route path="/orders/:orderId" element={<OrderScreen />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole("heading", { name: "Casa Azul" });
}

test.each([
  ["did not arrive", false],
  ["arrived", true],
  ["was not asked about", null],
])("the ticket of an order that %s is offered once", async (_, received) => {
  await open({ received });
  expect(screen.getAllByRole("link", { name: "Open ticket" })).toHaveLength(1);
  expect(screen.getAllByRole("button", { name: "Message" })).toHaveLength(1);
});

const due = (payment: Partial<Order["payment"]>): Partial<Order> => ({
  state: "pending_payment",
  total: 1_000,
  can: { ...anOrder().can, pay: true },
  payment: { ...anOrder().payment, state: "requires_method", ...payment },
});

test("the button names the sum of all orders that are paid together", async () => {
  await open(due({ amount: 3_550, order_ids: [1, 2, 3] }));
  expect(screen.getByRole("link", { name: "Pay €35.50" }).getAttribute("href")).toBe("/payment/1");
  expect(screen.getByText("Together with 2 other orders")).toBeDefined();
});

test("an order that is paid alone names no other", async () => {
  await open(due({ amount: 1_000, order_ids: [1] }));
  expect(screen.getByRole("link", { name: "Pay €10.00" })).toBeDefined();
  expect(screen.queryByText(/Together with/)).toBeNull();
});

test("the time to pay is told on the clock of the customer", async () => {
  vi.spyOn(zones, "viewerZone").mockReturnValue("America/New_York");
  await open({ ...due({}), hold_expires_at: "2099-11-22T17:45:00Z" });
  expect(screen.getByText(/^Your items are held until Nov 22, 2099, 12:45\sPM\.$/)).toBeDefined();
});

test.each(["partially_refunded", "disputed", "charged_back"] as const)(
  "an order whose payment is %s has an invoice",
  async (state) => {
    await open({ payment: { ...anOrder().payment, state } });
    expect(screen.getByRole("link", { name: "Invoice" })).toBeDefined();
  },
);

test("an order that was not paid has no invoice", async () => {
  await open({ payment: { ...anOrder().payment, state: "processing" } });
  expect(screen.queryByRole("link", { name: "Invoice" })).toBeNull();
});
