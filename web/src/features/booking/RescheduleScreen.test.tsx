import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { toast } from "@/lib/toasts";
import type { Booking } from "@/shared/booking/types";
import { anOffering } from "@/test/bookings";
import { bookingKeys } from "./api";
import type { PickerProps } from "./components/picker";
import { RescheduleScreen } from "./RescheduleScreen";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));
vi.mock("./components/TimePicker", () => ({
  TimePicker: ({ onChange }: PickerProps) =>
    ["2026-12-01", "2026-12-04"].map((date) => (
      <button key={date} type="button" onClick={() => onChange({ date, until: "2026-12-06" })}>
        {date}
      </button>
    )),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("booking");
});

beforeEach(() => vi.clearAllMocks());

const hotel = anOffering({ availability: "nights" });
const booking = {
  id: 3,
  company: hotel.company,
  offering: { id: hotel.id, name: hotel.name, availability: "nights" },
  starts_at: "2026-12-10T14:00:00Z",
  ends_at: "2026-12-12T10:00:00Z",
  members: 2,
  items: [{ variant_id: 10, name: "", quantity: 1, unit_price: 9000, starts_at: "2026-12-10T14:00:00Z" }],
  total: 18000,
  currency: "EUR",
  can: { reschedule: true },
} as unknown as Booking;

function open(approves = false) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(bookingKeys.booking(3), booking);
  queries.setQueryData(bookingKeys.bookedOffering(3), hotel);
  queries.setQueryData(bookingKeys.company(hotel.company.id), {
    ...hotel.company,
    reservation: {
      horizon_days: 365,
      notice_minutes: 0,
      approves_bookings: approves,
      takes_payment_on_site: true,
    },
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={["/reservations/3/move"]}>
          <Routes>
            <Route path="/reservations/:bookingId/move" element={<RescheduleScreen />} />
            <Route path="/reservations/:bookingId" element={<p>Reservation</p>} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const bodies = () => server.PUT.mock.calls.map(([, { body }]) => body);
const newPrice = new ApiError({ code: "booking.price_changed", message: "", status: 409, amount: 25050 });

test("moves a stay once its new total is confirmed", async () => {
  const user = open();
  server.PUT.mockRejectedValueOnce(newPrice).mockResolvedValue({ data: { ...booking, total: 25050 } });
  await user.click(await screen.findByRole("button", { name: "2026-12-04" }));
  await user.click(screen.getByRole("button", { name: "Move reservation" }));
  expect(await screen.findByText("The total is €250.50 instead of €180.00")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Move for €250.50" }));
  expect(await screen.findByText("Reservation")).toBeTruthy();
  const stay = { check_in: "2026-12-04", check_out: "2026-12-06", product_id: hotel.id };
  expect(bodies()).toEqual([
    expect.objectContaining({ ...stay, expected_total: 18000 }),
    expect.objectContaining({ ...stay, expected_total: 25050 }),
  ]);
});

test("asks for the price again when another time is chosen", async () => {
  const user = open();
  server.PUT.mockRejectedValue(newPrice);
  await user.click(await screen.findByRole("button", { name: "2026-12-04" }));
  await user.click(screen.getByRole("button", { name: "Move reservation" }));
  await screen.findByRole("button", { name: "Move for €250.50" });
  await user.click(screen.getByRole("button", { name: "2026-12-01" }));
  expect(screen.queryByRole("alert")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Move reservation" }));
  await screen.findByRole("alert");
  expect(bodies()[1]).toMatchObject({ check_in: "2026-12-01", expected_total: 18000 });
});

test("says that a company answers the new time", async () => {
  const success = vi.spyOn(toast, "success");
  const user = open(true);
  server.PUT.mockResolvedValue({ data: { ...booking, state: "awaiting_company" } });
  expect(await screen.findByText(/has to accept the new time/)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "2026-12-04" }));
  await user.click(screen.getByRole("button", { name: "Move reservation" }));
  expect(await screen.findByText("Reservation")).toBeTruthy();
  expect(success).toHaveBeenCalledWith(`${hotel.company.name} now answers your new time`);
});
