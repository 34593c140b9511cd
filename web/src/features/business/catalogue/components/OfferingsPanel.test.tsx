import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { OfferingsPanel } from "./OfferingsPanel";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

test("lists only what is sold out, and keeps the filter in the address", async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-catalogue"]);
  server.GET.mockResolvedValue({ data: [], total: 0, next: null });
  const router = createMemoryRouter([{ path: "/", element: <OfferingsPanel kind="product" /> }], {
    initialEntries: ["/?state=active&page=2"],
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const lastQuery = () =>
    server.GET.mock.calls.filter(([path]) => path.endsWith("/offerings/")).at(-1)?.[1].params.query;
  expect(lastQuery()).toEqual({ kind: "product", state: "active", page: 2, per_page: 50 });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Stock" }), "Only sold out");
  await waitFor(() =>
    expect(lastQuery()).toEqual({ kind: "product", state: "active", sold_out: true, page: 1, per_page: 50 }),
  );
  expect(router.state.location.search).toBe("?state=active&stock=sold_out");
});
