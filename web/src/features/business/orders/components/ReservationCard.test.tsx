import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aConcert } from "@/test/bookings";
import { ReservationCard } from "./ReservationCard";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "reservations", "catalogue"]);
});

test("a reservation on the board tells its items and its payment", () => {
  render(
    <MemoryRouter>
      <ReservationCard reservation={aConcert()} />
    </MemoryRouter>,
  );
  expect(screen.getByText("2 × VIP, 1 × Balcony")).toBeDefined();
  expect(screen.getByText(/€90\.00 · Due on site/).textContent).toContain("Alice Martin");
});
