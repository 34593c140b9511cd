import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { aReservation } from "@/test/bookings";
import { aCart } from "@/test/carts";
import { company } from "@/test/companies";
import { AcceptOfferScreen } from "./AcceptOfferScreen";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn(), PUT: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["booking", "common"]);
});

beforeEach(() => vi.resetAllMocks());

function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={["/reservations/3/accept"]}>
          <Routes>
            <Route path="/reservations/:bookingId/accept" element={<AcceptOfferScreen />} />
            <Route path="/cart/:companyId" element={<p>Cart</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const refuse = (status: number) =>
  server.GET.mockRejectedValue(new ApiError({ code: "any", message: "", status }));

/** Serves an offer of a company that takes payment on site, or in advance only. */
function serve(total: number, takes_payment_on_site: boolean) {
  const hold_expires_at = new Date(Date.now() + 1_800_000).toISOString();
  const held = aReservation({ id: 3, state: "held", total, hold_expires_at });
  const reservation = { ...company().reservation, takes_payment_on_site };
  server.GET.mockImplementation(async (path: string) => ({
    data: path.includes("/company/") ? company({ reservation }) : held,
  }));
}

test("an offer that is gone leads to the reservations", async () => {
  refuse(404);
  open();
  expect(await screen.findByText("This offer is no longer available")).toBeTruthy();
  expect(screen.getByRole("link", { name: "My reservations" }).getAttribute("href")).toBe("/reservations");
  expect(screen.queryByRole("button", { name: /try again/i })).toBeNull();
});

test("an offer that could not be read can be tried again", async () => {
  refuse(500);
  open();
  expect(await screen.findByRole("button", { name: /try again/i })).toBeTruthy();
});

test("an offer that is paid in advance goes on in the cart", async () => {
  serve(4500, false);
  server.POST.mockRejectedValueOnce(new ApiError({ code: "busy", message: "", status: 503 }));
  server.POST.mockResolvedValueOnce({ data: aCart() });
  open();
  const button = await screen.findByRole("button", { name: "Continue to payment" });
  expect(screen.queryByRole("heading", { name: "Your details" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Book/ })).toBeNull();
  await userEvent.click(button);
  expect(await screen.findByText("Could not add the booking to your cart")).toBeTruthy();
  await userEvent.click(button);
  expect(await screen.findByText("Cart")).toBeTruthy();
  expect(server.POST).toHaveBeenLastCalledWith("/api/v1/users/cart/bookings/", { body: { booking_id: 3 } });
});

test.each([
  ["is free", 0, false],
  ["may be paid on site", 4500, true],
])("an offer that %s is booked on the page", async (_, total, onSite) => {
  serve(total, onSite);
  open();
  expect(await screen.findByRole("button", { name: /^Book/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Continue to payment" })).toBeNull();
});
