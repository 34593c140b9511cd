import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aConcert, aReservation } from "@/test/bookings";
import { ReservationList } from "./ReservationList";

const view = vi.hoisted(() => ({ phone: false }));
vi.mock("@/ui/breakpoints", () => ({ usePhone: () => view.phone }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reservations", "catalogue"]);
});

const open = (phone: boolean) => {
  view.phone = phone;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ReservationList
          reservations={[aConcert({ order_id: 8, is_paid: true }), aReservation({ id: 5 })]}
          zone="Europe/Lisbon"
          glowing={new Set()}
          onOpen={() => {}}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
};

test("a row tells the items and whether they are paid", () => {
  open(false);
  const [, concert, dinner] = screen.getAllByRole("row");
  expect(concert?.textContent).toContain("Concert2 × VIP, 1 × Balcony");
  expect(concert?.textContent).toContain("€90.00Paid");
  expect(dinner?.textContent).not.toMatch(/×|Paid|Due/);
});

test("a card on a phone tells them too", () => {
  open(true);
  const [concert, dinner] = screen.getAllByRole("listitem");
  expect(concert?.textContent).toContain("Concert · 2 × VIP, 1 × Balcony · €90.00 · Paid · KQ4M");
  expect(dinner?.textContent).toContain("Dinner · T1 · KQ4M");
});
