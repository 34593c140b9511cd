import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOrder } from "@/test/orders";
import { CustomerScreen } from "./CustomerScreen";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-sales", "business-orders", "orders"]);
});

const customer = {
  id: 4,
  name: "Alice",
  email: "alice+food@plaza.example",
  status: "returning",
  orders: 2,
  bookings: 0,
  spent: 1200,
  first_at: "2026-01-05T10:00:00Z",
  last_at: "2026-01-05T10:00:00Z",
};

async function open(order_count: number) {
  const details = { customer, orders: [anOrder()], order_count, bookings: [], booking_count: 0 };
  server.GET.mockResolvedValue({ data: details });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={["/pro/customers/4"]}>
          <Routes>
            <Route path="/pro/customers/:customerId" element={<CustomerScreen />} />
            <Route path="*" element={null} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole("heading", { name: "Purchase history" });
}

test("orders beyond the newest are found in the list of orders", async () => {
  await open(2);
  const link = screen.getByRole("link", { name: "Search all orders" });
  expect(link.getAttribute("href")).toBe("/pro/orders?view=list&q=alice%2Bfood%40plaza.example");
});

test("a history that is shown whole leads nowhere else", async () => {
  await open(1);
  expect(screen.queryByRole("link", { name: "Search all orders" })).toBeNull();
});

test("a message to the customer opens their chat", async () => {
  await open(1);
  server.POST.mockResolvedValue({ data: { id: 12 } });
  await userEvent.click(screen.getByRole("button", { name: "Message customer" }));
  await waitFor(() => expect(server.POST.mock.calls[0]?.[1].body).toEqual({ user_id: 4 }));
});
