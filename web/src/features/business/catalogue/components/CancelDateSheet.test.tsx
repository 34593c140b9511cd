import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { CancelDateSheet } from "./CancelDateSheet";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

beforeAll(async () => {
  await startI18n();
  // The body of a sheet comes with its first opening.
  await import("@/ui/SheetBody");
  await i18next.loadNamespaces(["business-catalogue"]);
});

beforeEach(() => vi.clearAllMocks());

const closed = vi.fn();
const open = (bookings: number, refund: number) => {
  const data = { bookings, people: bookings, refund, currency: "EUR" };
  server.GET.mockResolvedValue({ data });
  server.POST.mockResolvedValue({ data });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <CancelDateSheet occurrence={6} date="Friday" onClose={closed} />
      </QueryClientProvider>
    </MantineProvider>,
  );
};

test("asks with the number of bookings and the amount, and sends the reason", async () => {
  open(12, 34_500);
  const user = userEvent.setup();
  const submit = await screen.findByRole("button", { name: "Cancel 12 bookings" });
  expect(screen.getByText(/12 bookings are canceled.*€345/)).toBeTruthy();
  await user.type(screen.getByLabelText("Reason (optional)"), " The band is ill ");
  expect(server.POST).not.toHaveBeenCalled();
  await user.click(submit);
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(server.POST.mock.calls[0]?.[1].body).toEqual({ reason: "The band is ill" });
});

test("a date without bookings needs no reason", async () => {
  open(0, 0);
  await screen.findByRole("button", { name: "Cancel the date" });
  expect(screen.getByText("Nothing is booked for this date.")).toBeTruthy();
  expect(screen.queryByLabelText("Reason")).toBeNull();
});
