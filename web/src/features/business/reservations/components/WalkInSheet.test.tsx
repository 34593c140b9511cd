import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aDay, aSlot, aTable } from "@/test/bookings";
import { WalkInSheet } from "./WalkInSheet";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

const DINNER = aSlot("2126-11-27T20:00:00Z", "2126-11-27T21:30:00Z", { resources: [2], left: 1 });
const CONCERT = aSlot("2126-11-27T20:00:00Z", "2126-11-27T22:00:00Z", {
  occurrence_id: 6,
  left: 30,
  variants: [
    { variant_id: 10, name: "Standing", price: 2000, left: 10 },
    { variant_id: 11, name: "Balcony", price: 3500, left: 20 },
  ],
});
const TABLES = [1, 2].map((id) => ({ ...aTable(id), kind: "table", title: "" }));
const OFFERINGS = [
  { id: 9, name: "Dinner", availability: "table", currency: "EUR" },
  { id: 10, name: "Concert", availability: "occurrence", currency: "EUR" },
];

beforeAll(async () => {
  await startI18n();
  // The body of a sheet comes with its first opening.
  await import("@/ui/SheetBody");
  await i18next.loadNamespaces(["reservations", "auth", "booking"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  server.POST.mockResolvedValue({ data: { id: 1 } });
  server.GET.mockImplementation(
    async (path: string, { params }: { params: { path?: { offering_id: number } } }) => {
      if (!path.endsWith("/slots/")) return { data: OFFERINGS, total: OFFERINGS.length, next: null };
      const isConcert = params.path?.offering_id === 10;
      return {
        data: { ...aDay([isConcert ? CONCERT : DINNER]), places: isConcert ? [] : TABLES, variants: [] },
      };
    },
  );
});

const open = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <WalkInSheet company={{ id: 7, time_zone: "Europe/Lisbon" }} date="2126-11-27" onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
const sent = () => server.POST.mock.calls[0]?.[1].body;

test.each([
  [/^Name/, "R2", "Use letters and spaces only"],
  [/^Name/, "A", "Enter at least 2 characters"],
  [/^Phone/, "12", "Invalid phone number"],
  [/^Email/, "ann@", "Enter a valid email address"],
])("%s does not take %s", async (field, text, words) => {
  open();
  fireEvent.change(await screen.findByLabelText(field), { target: { value: text } });
  await userEvent.click(screen.getByRole("button", { name: "Add reservation" }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(server.POST).not.toHaveBeenCalled();
});

test("names what is missing beside each field, and focuses the first", async () => {
  open();
  const user = userEvent.setup();
  const party = await screen.findByLabelText(/Party size/);
  fireEvent.change(party, { target: { value: "0" } });
  await screen.findByRole("group", { name: /times/i });
  await user.click(screen.getByRole("button", { name: "Add reservation" }));
  expect(screen.getByText("Enter a number from 1 to 100")).toBeTruthy();
  expect(screen.getByText("Choose a time")).toBeTruthy();
  expect(screen.getByText("Name is required")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(party));
  fireEvent.change(party, { target: { value: "3" } });
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Alice" } });
  await screen.findByRole("group", { name: /times/i });
  await user.click(screen.getByRole("button", { name: "Add reservation" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: /times/i })));
  expect(server.POST).not.toHaveBeenCalled();
});

test("books a free table with the contact of the guest", async () => {
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /20:00|8:00/ }));
  const table = screen.getByLabelText("Table");
  expect(screen.queryByRole("option", { name: /T1/ })).toBeNull();
  await user.selectOptions(table, screen.getByRole("option", { name: /T2/ }));
  await user.type(screen.getByLabelText(/^Name/), "Alice");
  await user.type(screen.getByLabelText(/^Email/), "alice@example.com");
  await user.type(screen.getByLabelText(/^Note/), "Window");
  await user.click(screen.getByRole("button", { name: "Add reservation" }));
  await waitFor(() => expect(server.POST).toHaveBeenCalled());
  expect(sent()).toMatchObject({
    resource_id: 2,
    members: 2,
    customer_name: "Alice",
    email: "alice@example.com",
    note: "Window",
  });
});

test("sells the classes of a concert, which are the party", async () => {
  open();
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByLabelText("Offering"), "Concert");
  expect(screen.queryByLabelText(/Party size/)).toBeNull();
  await user.click(await screen.findByRole("button", { name: /20:00|8:00/ }));
  await user.type(screen.getByLabelText(/^Name/), "Alice");
  await user.click(screen.getByRole("button", { name: "Add reservation" }));
  expect(screen.getByText("Choose at least one")).toBeTruthy();
  const balcony = screen.getByRole("group", { name: "Balcony" });
  const more = within(balcony).getAllByRole("button")[1];
  await user.click(more as HTMLElement);
  await user.click(more as HTMLElement);
  await user.click(screen.getByRole("button", { name: "Add reservation" }));
  await waitFor(() => expect(server.POST).toHaveBeenCalled());
  expect(sent()).toMatchObject({ occurrence_id: 6, items: [{ variant_id: 11, quantity: 2 }], members: 2 });
});
