import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import i18next from "i18next";
import { useState } from "react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aDay, aSlot, aTable } from "@/test/bookings";
import type { Reservation } from "../types";
import { ReservationDrawer } from "./ReservationDrawer";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

const SLOTS = [
  aSlot("2126-11-27T19:00:00Z", "2126-11-27T20:30:00Z", { resources: [1, 2] }),
  aSlot("2126-11-27T20:00:00Z", "2126-11-27T21:30:00Z", { resources: [1] }),
];
const TABLES = [1, 2].map((id) => ({ ...aTable(id), kind: "table", title: "" }));

const reservation = (change: Partial<Reservation> = {}) =>
  ({
    id: 4,
    state: "awaiting_company",
    starts_at: "2126-11-27T19:00:00Z",
    ends_at: "2126-11-27T20:30:00Z",
    customer_name: "Alice Martin",
    code: "KQ4M",
    members: 2,
    offering: { id: 9, name: "Dinner", availability: "table" },
    items: [],
    resources: [{ id: 1, name: "T1", kind: "table" }],
    changes: [],
    note: "",
    company_note: "",
    total: 0,
    currency: "EUR",
    ...change,
  }) as unknown as Reservation;

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reservations", "auth", "booking"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  server.GET.mockImplementation(async (path: string) => ({
    data: path.endsWith("/slots/") ? { ...aDay(SLOTS), places: TABLES, variants: [] } : reservation(),
  }));
});

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Alice
      </button>
      {open && (
        <ReservationDrawer id={4} zone="Europe/Lisbon" firstMode="details" onClose={() => setOpen(false)} />
      )}
    </>
  );
}

const press = async (user: UserEvent, name: string | RegExp) => {
  const button = await screen.findByRole("button", { name });
  act(() => button.focus());
  await user.keyboard("{Enter}");
};
const focused = () => document.activeElement?.textContent;

test("the focus follows the content and returns to what opened it", async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await press(user, "Alice");
  await press(user, "Move");
  expect(focused()).toBe("Move reservation");
  await press(user, /20:00|8:00/);
  server.PUT.mockResolvedValue({ data: reservation() });
  await press(user, "Move to this time");
  await waitFor(() => expect(focused()).toBe("Reservation"));
  server.PUT.mockResolvedValue({ data: reservation({ state: "confirmed" }) });
  await press(user, "Accept");
  await waitFor(() => expect(focused()).toBe("Reservation"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(focused()).toBe("Alice"));
});

test("moves to another table at the same time", async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ReservationDrawer id={4} zone="Europe/Lisbon" firstMode="move" onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  const table = await screen.findByLabelText("Table");
  expect((table as HTMLSelectElement).value).toBe("1");
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save changes" });
  expect(save.disabled).toBe(true);
  await user.selectOptions(table, "2");
  server.PUT.mockResolvedValue({ data: reservation() });
  await user.click(save);
  await waitFor(() => expect(server.PUT).toHaveBeenCalled());
  expect(server.PUT.mock.calls[0]?.[1].body).toMatchObject({
    starts_at: "2126-11-27T19:00:00Z",
    resource_id: 2,
    members: 2,
  });
});
