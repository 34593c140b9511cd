import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import * as zones from "@/shared/opening/zonedTime";
import { anOrder } from "@/test/orders";
import { OrderCard } from "./OrderCard";

vi.mock("../hooks/useLiveOrder", () => ({ useLiveOrder: (order: unknown) => order }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["orders"]);
});

test("the times of a card name the zone of the company", () => {
  vi.spyOn(zones, "viewerZone").mockReturnValue("America/New_York");
  const at = { promised_at: "2099-11-22T17:45:00Z", created_at: "2099-11-22T10:00:00Z" };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <OrderCard order={anOrder(at)} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(screen.getByText(/5:45\sPM \(GMT\+0\)/)).toBeDefined();
  expect(screen.getByText(/10:00\sAM \(GMT\+0\)/)).toBeDefined();
});
