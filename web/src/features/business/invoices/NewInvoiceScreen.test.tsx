import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { NewInvoiceScreen } from "./NewInvoiceScreen";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-sales", "auth"]);
});

function open(vat_mode = "included") {
  const terms = { currency: "EUR", vat_mode, time_zone: "Europe/Lisbon", categories: [] };
  server.GET.mockResolvedValue({ data: terms });
  const routes = [
    { path: "/pro/invoices/new", element: <NewInvoiceScreen /> },
    { path: "/elsewhere", element: <p>Elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/pro/invoices/new"] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), router };
}

test("asks before an invoice that was begun is left", async () => {
  const { user, router } = open();
  fireEvent.change(await screen.findByLabelText("Customer name"), { target: { value: "Casa Verde" } });
  await act(() => router.navigate("/elsewhere"));
  expect(screen.queryByText("Elsewhere")).toBeNull();
  await user.click(await screen.findByText("Keep editing"));
  expect(screen.getByLabelText<HTMLInputElement>("Customer name").value).toBe("Casa Verde");
  await act(() => router.navigate("/elsewhere"));
  await user.click(await screen.findByText("Discard"));
  expect(await screen.findByText("Elsewhere")).toBeTruthy();
});

test("a blank invoice is left without a question", async () => {
  const { router } = open();
  await screen.findByLabelText("Customer name");
  await act(() => router.navigate("/elsewhere"));
  expect(await screen.findByText("Elsewhere")).toBeTruthy();
});

test("prices are before tax where the country adds it", async () => {
  const { user } = open("on_top");
  expect(await screen.findByText(/^Prices are before tax/)).toBeTruthy();
  await user.type(screen.getByLabelText("Unit price (EUR)"), "100");
  await user.type(screen.getByLabelText("Tax rate (%)"), "8.25");
  expect(screen.getByRole("status").textContent).toContain("108.25");
});
