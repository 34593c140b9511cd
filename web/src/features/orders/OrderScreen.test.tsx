import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
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
