import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import { Toaster } from "@/ui/Toaster";
import type { OfferingRow } from "../api";
import { OfferingTable } from "./OfferingTable";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const ROW: OfferingRow = {
  id: 5,
  kind: "product",
  name: "Soup",
  category: "food",
  subcategory: null,
  availability: "unlimited",
  state: "active",
  folder_id: null,
  picture: null,
  price: 900,
  vat_rate: 1000,
  units: null,
  duration_minutes: 0,
  sold_out: false,
  variant_count: 1,
  variant_id: 51,
  next_at: null,
  updated_at: "2026-01-05T10:00:00Z",
};

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-catalogue", "category"]);
  useToasts.setState({ shown: [] });
});

test("a switch that was not saved goes back at once and can be tried again", async () => {
  const busy = new ApiError({ code: "busy", status: 503, message: "Busy" });
  server.PUT.mockRejectedValueOnce(busy).mockResolvedValueOnce({});
  // The list is read again without an end.
  server.GET.mockResolvedValueOnce({ data: { currency: "EUR" } }).mockReturnValue(new Promise(() => {}));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <MemoryRouter>
          <OfferingTable rows={[ROW]} selected={new Set()} onSelect={() => {}} />
        </MemoryRouter>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole("textbox", { name: /Price of Soup/ });
  const soldOut = screen.getByRole<HTMLInputElement>("switch", { name: "Soup is sold out" });
  await userEvent.click(soldOut);
  expect(await screen.findByText("Could not save whether Soup is sold out")).toBeTruthy();
  expect(soldOut.checked).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(server.PUT).toHaveBeenCalledTimes(2));
  expect(server.PUT.mock.calls.map(([, { body }]) => body)).toEqual([{ sold_out: true }, { sold_out: true }]);
  expect(soldOut.checked).toBe(true);
});
