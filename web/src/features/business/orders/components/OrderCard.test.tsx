import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { OrderCard } from "./OrderCard";

vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "orders"]);
});

function open(change: Partial<Order>) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <OrderCard order={anOrder(change)} urgency="calm" glows={false} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("a card tells the number of people and that cutlery is wanted", () => {
  open({ fulfilment: "onsite", members: 4, wants_cutlery: true });
  expect(screen.getByText("4 people")).toBeDefined();
  expect(screen.getByText("With cutlery")).toBeDefined();
});

test("a card tells neither if the customer said nothing of it", () => {
  open({ members: null, wants_cutlery: false });
  expect(screen.queryByText(/people|person|cutlery/)).toBeNull();
});
