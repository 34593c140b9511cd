import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
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

test("a repeat keeps its key, and other content has another", async () => {
  server.POST.mockRejectedValue(new ApiError({ code: "network", message: "", status: 0 }));
  const { user } = open();
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText("Customer name");
  type("Product or service", "Bread");
  type("Unit price (EUR)", "2");
  type("Tax rate (%)", "10");
  for (const [tries, name] of [
    [1, "Zoe"],
    [2, "Zoe"],
    [3, "Zoe Lind"],
  ] as const) {
    type("Customer name", name);
    await user.click(screen.getByRole("button", { name: "Issue invoice" }));
    await waitFor(() => expect(server.POST).toHaveBeenCalledTimes(tries));
  }
  const [first, repeat, other] = server.POST.mock.calls.map((call) => call[1].body.client_id);
  expect(repeat).toBe(first);
  expect(other).not.toBe(first);
});
