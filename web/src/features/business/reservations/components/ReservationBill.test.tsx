import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aConcert, aReservation } from "@/test/bookings";
import type { Reservation } from "../types";
import { ReservationBill } from "./ReservationBill";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("reservations");
});

/** Rows of the bill as "label amount". */
function rows(reservation: Reservation): string[] {
  const { container } = render(
    <MemoryRouter>
      <ReservationBill reservation={reservation} />
    </MemoryRouter>,
  );
  return [...container.querySelectorAll("dl > div")].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(" "),
  );
}

test("lists the items with their prices and what is due", () => {
  expect(rows(aConcert())).toEqual([
    "2 × VIP €70.00",
    "1 × Balcony €20.00",
    "Total €90.00",
    "Due on site €90.00",
  ]);
  expect(screen.queryByRole("link")).toBeNull();
});

test("leads to the order that paid it", () => {
  expect(rows(aConcert({ order_id: 8, is_paid: true }))).toContain("Paid €90.00");
  expect(screen.getByRole("link", { name: "Open the order" }).getAttribute("href")).toBe("/pro/orders/8");
});

test("says what was refunded, the fee, and the tax that was added", () => {
  const cancelled = aConcert({
    state: "cancelled_by_user",
    order_id: 8,
    is_paid: true,
    total: 9900,
    vat: 900,
    refunded: 8900,
    cancel_fee: 1000,
  });
  expect(rows(cancelled).slice(2)).toEqual([
    "Tax €9.00",
    "Total €99.00",
    "Paid €99.00",
    "Refunded €89.00",
    "Cancellation fee €10.00",
  ]);
});

test("a table that costs nothing has no bill", () => {
  expect(rows(aReservation())).toEqual([]);
  expect(screen.queryByRole("heading")).toBeNull();
});
