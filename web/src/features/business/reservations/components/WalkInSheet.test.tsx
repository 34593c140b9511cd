import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aDay, aSlot } from "@/test/bookings";
import { WalkInSheet } from "./WalkInSheet";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reservations", "auth"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  server.GET.mockImplementation(async (path: string) =>
    path.endsWith("/slots/")
      ? { data: aDay([aSlot("2126-11-27T20:00:00Z", "2126-11-27T21:30:00Z")]) }
      : { data: [{ id: 9, name: "Dinner", availability: "table" }], total: 1, next: null },
  );
});

test("names what is missing beside each field, and focuses the first", async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <WalkInSheet company={{ id: 7, time_zone: "Europe/Lisbon" }} date="2126-11-27" onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  const party = await screen.findByLabelText(/Party size/);
  fireEvent.change(party, { target: { value: "0" } });
  await screen.findByRole("group", { name: /times/i });
  await user.click(screen.getByRole("button", { name: "Add reservation" }));
  expect(screen.getByText("Enter a number from 1 to 100")).toBeTruthy();
  expect(screen.getByText("Choose a time")).toBeTruthy();
  expect(screen.getByText("Enter a name of at least two letters")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(party));
  fireEvent.change(party, { target: { value: "3" } });
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Alice" } });
  await screen.findByRole("group", { name: /times/i });
  await user.click(screen.getByRole("button", { name: "Add reservation" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: /times/i })));
  expect(server.POST).not.toHaveBeenCalled();
});
