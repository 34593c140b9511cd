import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Room } from "../api";
import { NightsSheet } from "./NightsSheet";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

afterEach(() => {
  vi.useRealTimers();
});

const stay = (id: number, state: string, starts_at: string, ends_at: string) => ({
  id,
  state,
  customer_name: "Ana",
  starts_at,
  ends_at,
  offering: { id: 9, name: "Double room", availability: "nights" },
  items: [{ variant_id: 12 }],
});

test("counts the open stays of all chosen nights, from today on", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
  await startI18n();
  await i18next.loadNamespaces(["business-calendar"]);
  const stays = [
    stay(1, "confirmed", "2027-02-09T15:00:00Z", "2027-02-11T11:00:00Z"),
    stay(2, "completed", "2026-11-23T15:00:00Z", "2026-11-24T11:00:00Z"),
  ];
  server.GET.mockResolvedValue({ data: stays, total: 2, next: null });
  const room = { variant_id: 12, offering_id: 9, name: "", nights: [] } as unknown as Room;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <NightsSheet
          nights={{ room, name: "Double room", from: "2026-11-20", to: "2026-11-24", closed: false }}
          offerings={[]}
          zone="UTC"
          onOffer={() => {}}
          onClose={() => {}}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const last = await screen.findByLabelText("Last night");
  await waitFor(() => expect(server.GET).toHaveBeenCalled());
  expect(screen.queryByText(/inside this time/)).toBeNull();
  fireEvent.change(last, { target: { value: "2027-02-10" } });
  expect(await screen.findByText(/^1 booking is inside this time/)).toBeDefined();
  expect(server.GET.mock.calls.at(-1)?.[1].params.query).toMatchObject({
    from: "2026-11-21T00:00:00.000Z",
    to: "2027-02-11T00:00:00.000Z",
  });
});

test("the way back changes the rates of that moment", async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-calendar"]);
  const price = { variant_id: 12, from_date: "2027-06-01", to_date: "2027-06-30", weekdays: [6], price: 9 };
  let rates: object[] = [];
  server.GET.mockImplementation(async (path: string) =>
    path.endsWith("/{offering_id}/") ? { data: { night_rates: rates } } : { data: [], total: 0, next: null },
  );
  server.PUT.mockImplementation(async (_path: string, { body }: { body: { rates: object[] } }) => {
    rates = body.rates;
    return { data: {} };
  });
  const offered = vi.fn();
  const room = { variant_id: 12, offering_id: 9, name: "", nights: [] } as unknown as Room;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <NightsSheet
          nights={{ room, name: "Double room", from: "2027-01-20", to: "2027-01-24", closed: false }}
          offerings={[]}
          zone="UTC"
          onOffer={offered}
          onClose={() => {}}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.submit((await screen.findByLabelText("Last night")).closest("form") as HTMLFormElement);
  await waitFor(() => expect(offered).toHaveBeenCalledOnce());
  expect(rates).toHaveLength(1);
  // A colleague adds a price meanwhile.
  rates = [...rates, price];
  offered.mock.calls[0]?.[1]();
  await waitFor(() => expect(rates).toEqual([price]));
});
