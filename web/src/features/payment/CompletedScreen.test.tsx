import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOrder } from "@/test/orders";
import * as api from "./api";
import { CompletedScreen } from "./CompletedScreen";
import type { Order } from "./types";

vi.mock("./api", async (original) => ({
  ...(await original<typeof api>()),
  readOrder: vi.fn(),
  readTogether: vi.fn(),
}));
vi.mock("@/api/auth", () => ({ isGuest: () => false, useUser: () => ({ id: 3, type: "user" }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["payment", "cart", "orders"]);
});

async function open(payment: Partial<Order["payment"]>) {
  const order = anOrder({ payment: { ...anOrder().payment, ...payment } }) as Order;
  vi.mocked(api.readOrder).mockResolvedValue(order);
  vi.mocked(api.readTogether).mockResolvedValue([order]);
  const router = createMemoryRouter(
    [
      { path: "/payment/:orderId/completed", element: <CompletedScreen /> },
      { path: "/payment/:orderId", element: <p>Payment page</p> },
    ],
    { initialEntries: ["/payment/1/completed"] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText("P7KQ-4MXD");
}

test.each(["partially_refunded", "refunded", "charged_back"] as const)(
  "a payment that is %s later keeps its order placed",
  async (state) => {
    await open({ state });
    expect(screen.getByRole("heading", { name: "Your order is placed" })).toBeDefined();
  },
);

test.each([
  ["processing", true],
  ["paid", false],
] as const)("a payment on site that is %s is to come: %s", async (state, isDue) => {
  await open({ provider: "on_site", state });
  expect(screen.queryByText("You pay at the company.") !== null).toBe(isDue);
});
