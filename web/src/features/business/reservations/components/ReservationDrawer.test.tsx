import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import i18next from "i18next";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aConcert, aDay, aReservation, aSlot, aTable } from "@/test/bookings";
import type { Reservation } from "../types";
import { type DrawerMode, ReservationDrawer } from "./ReservationDrawer";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

const SLOTS = [
  aSlot("2126-11-27T19:00:00Z", "2126-11-27T20:30:00Z", { resources: [1, 2] }),
  aSlot("2126-11-27T20:00:00Z", "2126-11-27T21:30:00Z", { resources: [1] }),
];
const TABLES = [1, 2].map((id) => ({ ...aTable(id), kind: "table", title: "" }));

const BIG_TABLE = { ...aTable(3), kind: "table", title: "" };

const reservation = (change: Partial<Reservation> = {}) =>
  aReservation({ state: "awaiting_company", ...change });

const ROOM: Partial<Reservation> = {
  offering: { id: 11, name: "Sea room", category: "hotels", availability: "nights" },
  starts_at: "2126-11-27T15:00:00Z",
  ends_at: "2126-11-28T10:00:00Z",
  items: [{ variant_id: 20, name: "", starts_at: "2126-11-27T15:00:00Z", quantity: 1, unit_price: 9000 }],
  resources: [],
  total: 9000,
};

const OFFERINGS = [
  { id: 9, availability: "table", members_min: 1, members_max: 8, details: {} },
  { id: 11, availability: "nights", members_min: 1, members_max: 3, details: { adults: 2, children: 1 } },
];
const CATEGORIES = [
  { key: "food", party: "persons" },
  { key: "hotels", party: "adults_and_children" },
  { key: "cruises", party: "adults_and_children" },
];

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reservations", "auth", "booking", "business-orders", "catalogue"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  serve(reservation());
});

interface Request {
  params: { query: { members: number } };
}

/** Answers with a reservation. A party of more than two has the big table alone. */
const serve = (shown: Reservation, slots = SLOTS) =>
  server.GET.mockImplementation(async (path: string, request: Request) => {
    if (path.endsWith("/categories/")) return { data: CATEGORIES };
    if (path.endsWith("/users/offerings/")) return { data: OFFERINGS, total: OFFERINGS.length, next: null };
    if (!path.endsWith("/slots/")) return { data: shown };
    const isBig = request.params.query.members > 2;
    return {
      data: {
        ...aDay(isBig ? slots.map((slot) => ({ ...slot, resources: [3] })) : slots),
        places: [...TABLES, BIG_TABLE],
        variants: [],
      },
    };
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
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await press(user, "Alice");
  await press(user, "Change");
  expect(focused()).toBe("Change reservation");
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

function open(mode: DrawerMode, shown = reservation(), slots = SLOTS) {
  serve(shown, slots);
  server.PUT.mockResolvedValue({ data: shown });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <ReservationDrawer id={4} zone="Europe/Lisbon" firstMode={mode} onClose={() => {}} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const more = (name: string) => screen.findByRole("button", { name: `${name}: one more` });

async function saved(user: UserEvent) {
  const save = await screen.findByRole<HTMLButtonElement>("button", { name: "Save changes" });
  await waitFor(() => expect(save.disabled).toBe(false));
  await user.click(save);
  await waitFor(() => expect(server.PUT).toHaveBeenCalled());
  return server.PUT.mock.calls[0]?.[1].body;
}

test("moves to another table at the same time", async () => {
  const user = open("move");
  const table = await screen.findByLabelText("Table");
  expect((table as HTMLSelectElement).value).toBe("1");
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save changes" });
  expect(save.disabled).toBe(true);
  await user.selectOptions(table, "2");
  expect(await saved(user)).toMatchObject({
    starts_at: "2126-11-27T19:00:00Z",
    resource_id: 2,
    members: 2,
  });
});

test("a larger party at the same time takes a table that has room", async () => {
  const user = open("move");
  await user.click(await more("Members"));
  const table = await screen.findByLabelText("Table");
  expect(screen.queryByRole("option", { name: /T1/ })).toBeNull();
  expect((table as HTMLSelectElement).value).toBe("");
  const body = await saved(user);
  expect(body).toMatchObject({ starts_at: "2126-11-27T19:00:00Z", members: 3 });
  expect(body).not.toHaveProperty("resource_id");
  expect(body).not.toHaveProperty("children");
});

test("a stay gets a child and a room more", async () => {
  const user = open("move", reservation(ROOM));
  expect((await more("Adults")).getAttribute("aria-disabled")).toBe("true");
  await user.click(await more("Children"));
  await user.click(await more("Rooms"));
  expect(await saved(user)).toMatchObject({ members: 3, children: 1, rooms: 2 });
});

test("tickets are the party, with the children among them", async () => {
  const variants = [{ variant_id: 10, name: "VIP", price: 3500, left: 5 }];
  const slots = SLOTS.map((slot) => ({ ...slot, occurrence_id: 6, variants }));
  const items = aConcert().items.slice(0, 1);
  const offering = { id: 12, name: "Cruise", category: "cruises", availability: "occurrence" as const };
  const user = open("move", aConcert({ offering, items, members: 2, total: 7000 }), slots);
  await user.click(await more("VIP"));
  await user.click(await more("Children"));
  expect(screen.queryByText("Members")).toBeNull();
  expect(await saved(user)).toMatchObject({
    items: [{ variant_id: 10, quantity: 3 }],
    members: 3,
    children: 1,
  });
});

test("the details have the bill and a message to the account", async () => {
  open("details", aConcert());
  expect(await screen.findByText("2 × VIP")).toBeDefined();
  expect(screen.getByRole("button", { name: "Message customer" })).toBeDefined();
});

test("a walk-in gets no message", async () => {
  open("details", aConcert({ customer_id: null }));
  expect(await screen.findByText("2 × VIP")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Message customer" })).toBeNull();
});
