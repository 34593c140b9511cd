import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aConcert } from "@/test/bookings";
import { DayView } from "./DayView";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reservations", "catalogue"]);
});

test("a reservation in the plan tells its items and its payment", async () => {
  server.GET.mockImplementation(async (path: string) =>
    path.endsWith("/reservations/") ? { data: [aConcert()], total: 1, next: null } : { data: [] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <DayView
          company={{ id: 7, time_zone: "Europe/Lisbon" }}
          date="2126-11-27"
          glowing={new Set()}
          onDate={() => {}}
          onOpen={() => {}}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const block = await screen.findByRole("button", { name: /Alice Martin/ });
  expect(block.textContent).toContain("Confirmed · Due on site2 × VIP, 1 × Balcony");
});
