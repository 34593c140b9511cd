import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aCart } from "@/test/carts";
import { BookingLines } from "./BookingLines";
import type { CartBooking } from "./types";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["cart", "catalogue"]);
});

const HELD: CartBooking = {
  booking_id: 5,
  product_id: 9,
  name: "Dinner",
  category: "food",
  picture: null,
  starts_at: "2026-11-27T18:30:00Z",
  ends_at: "2026-11-27T20:30:00Z",
  members: 2,
  children: 0,
  amount: 4000,
  vat: 364,
  hold_expires_at: new Date(Date.now() + 5 * 60_000).toISOString(),
  free_cancel_until: "2026-11-26T18:30:00Z",
  cancel_fee: 0,
};

function open(change: Partial<CartBooking>) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <BookingLines cart={aCart({ lines: [], bookings: [{ ...HELD, ...change }] })} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("a held booking shows its time and how long it is held", () => {
  open({});
  expect(screen.getByText(/Nov 27/)).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toMatch(/^Held for [45]:\d\d$/);
  expect(screen.queryByText("Find a new time")).toBeNull();
});

test("an ended hold offers to look for a new time", () => {
  open({ hold_expires_at: null });
  expect(screen.getByRole("status").textContent).toBe("The hold on this time ended");
  const link = screen.getByRole("link", { name: "Find a new time" });
  expect(link.getAttribute("href")).toBe("/bookAppointment?offering=9");
});
