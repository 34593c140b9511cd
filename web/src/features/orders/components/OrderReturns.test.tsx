import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import { anOrder } from "@/test/orders";
import { OrderReturns } from "./OrderReturns";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["orders", "returns"]);
});

test("a failed step is told in the return and can be tried again", async () => {
  server.PUT.mockRejectedValue(new ApiError({ code: "internal", message: "", status: 500 }));
  const order = anOrder({
    state: "fulfilled",
    returns: [
      {
        id: 9,
        state: "approved",
        reason: "damaged",
        description: "",
        lines: [{ line: 0, quantity: 1, amount: 500 }],
        media: [],
        amount: 500,
        refunded: 0,
        restocked: false,
        next: [],
        customer_next: ["in_transit"],
        changes: [],
        created_at: "2026-11-22T10:00:00Z",
      },
    ],
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <OrderReturns order={order} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const send = screen.getByRole("button", { name: i18next.t("returns:action.customer.in_transit") });
  await userEvent.click(send);
  expect((await screen.findByRole("alert")).textContent).toBe(i18next.t("returns:stepFailed"));
  expect(send).toHaveProperty("disabled", false);
  expect(useToasts.getState().shown).toEqual([]);
});
