import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import * as zones from "@/shared/opening/zonedTime";
import { anOrder } from "@/test/orders";
import { ReturnScreen } from "./ReturnScreen";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ isGuest: () => false, useUser: () => ({ id: 3, type: "user" }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["orders", "returns"]);
});

test("the end of the returns names the zone of the company", async () => {
  vi.spyOn(zones, "viewerZone").mockReturnValue("America/New_York");
  const can = { ...anOrder().can, request_return: true };
  server.GET.mockResolvedValue({
    data: anOrder({ state: "fulfilled", can, return_until: "2099-11-22T17:45:00Z" }),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={["/orders/1/return"]}>
          <Routes>
            <Route path="/orders/:orderId/return" element={<ReturnScreen />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText(/return items until Nov 22, 2099, 5:45\sPM \(GMT\+0\)\.$/)).toBeDefined();
});
