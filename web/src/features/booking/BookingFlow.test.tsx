import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOffering } from "@/test/bookings";
import { company } from "@/test/companies";
import { BookingFlow } from "./BookingFlow";

const server = vi.hoisted(() => ({ POST: vi.fn(), DELETE: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("./components/PickStep", () => ({ PickStep: () => null, ExpiredNotice: () => null }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("booking");
  // The screen loads them when it shows them.
  await Promise.all([import("./components/Summary"), import("./components/DetailsStep")]);
  vi.stubGlobal("scrollTo", vi.fn());
});

const hotel = anOffering({ availability: "nights" });

function open(approves_bookings: boolean, takes_payment_on_site = true) {
  server.POST.mockResolvedValue({
    data: {
      id: 3,
      company: company(),
      offering: { id: hotel.id, name: hotel.name, availability: "nights" },
      starts_at: "2026-12-10T14:00:00Z",
      ends_at: "2026-12-12T10:00:00Z",
      members: 2,
      items: [],
      resources: [],
      total: 18000,
      vat: 0,
      currency: "EUR",
      hold_expires_at: new Date(Date.now() + 600_000).toISOString(),
      free_cancel_until: "2026-12-09T14:00:00Z",
      cancel_fee: 0,
    },
  });
  server.DELETE.mockResolvedValue({});
  const reservation = {
    ...company().reservation,
    notice_minutes: 0,
    horizon_days: 365,
    approves_bookings,
    takes_payment_on_site,
  };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={["/book?date=2026-12-10&until=2026-12-12&step=details"]}>
          <BookingFlow offering={hotel} company={company({ reservation })} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("button and summary say that a company answers first", async () => {
  open(true);
  expect(await screen.findByRole("button", { name: /^Request .+ · €180\.00$/ })).toBeTruthy();
  expect(await screen.findByText("This is a request: Casa Azul has to accept it first.")).toBeTruthy();
});

test("a booking that is confirmed at once is no request", async () => {
  open(false);
  expect(await screen.findByRole("button", { name: /^Book .+ · €180\.00$/ })).toBeTruthy();
  expect(screen.queryByText(/This is a request/)).toBeNull();
});

test("a booking that is paid in advance goes on in the cart", async () => {
  open(false, false);
  expect(await screen.findByRole("button", { name: "Continue to payment" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Book|Continue$|Add to cart/ })).toBeNull();
});
