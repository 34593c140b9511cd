import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { ShareTarget } from "@/shared/share/types";
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

vi.mock("@/shared/share/ShareSheet", () => ({
  ShareSheet: ({ target: { kind, id } }: { target: ShareTarget }) => <p>{`${kind} ${id}`}</p>,
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["payment", "cart", "orders"]);
});

async function open(payment: Partial<Order["payment"]>, others: readonly Order[] = []) {
  const order = anOrder({ payment: { ...anOrder().payment, ...payment } }) as Order;
  vi.mocked(api.readOrder).mockResolvedValue(order);
  vi.mocked(api.readTogether).mockResolvedValue([order, ...others]);
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

test("sharing after an order opens the list of friends for its company", async () => {
  await open({ state: "paid" });
  await userEvent.click(screen.getByRole("button", { name: "Share with friends" }));
  const dialog = await screen.findByRole("dialog", { name: "Share with friends" });
  expect(await within(dialog).findByText(`company ${anOrder().company.id}`)).toBeTruthy();
});

test("each order of several companies has its actions", async () => {
  const other = anOrder({ id: 2, code: "B2TT-9WSA" });
  other.company = { ...other.company, id: 8, name: "Mar e Sal" };
  await open({ state: "paid" }, [other as Order]);
  const message = (company: string) => screen.getByRole("button", { name: `Message ${company}` });
  expect(message(anOrder().company.name)).toBeTruthy();
  expect(message("Mar e Sal")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Share with friends" })).toHaveLength(2);
});
