import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOffering } from "@/test/bookings";
import { WaitlistSheet } from "./WaitlistSheet";

vi.mock("../hooks/useContactForm", async (original) => {
  const real = await original<typeof import("../hooks/useContactForm")>();
  const contact = {
    customer_name: "Ana",
    contact_number: "+351211234567",
    email: "ana@plaza.example",
    note: "",
  };
  return { ...real, useContactForm: () => real.useContactForm(null, contact) };
});

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("booking");
});

function open(refused?: string) {
  const answer = {
    status: false,
    message: "Refused",
    code: "invalid",
    errors: { [refused ?? ""]: ["Wrong."] },
  };
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json(answer, { status: 422 })),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <WaitlistSheet
            offering={anOffering({ availability: "nights" })}
            choices={[]}
            stay={{ rooms: 1, members: 2, today: "2026-12-01", checkIn: "2026-12-10" }}
            onClose={() => {}}
            onJoined={() => {}}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("the first day of departure is the day after the arrival", async () => {
  open();
  const departure = await screen.findByLabelText<HTMLInputElement>("Departure");
  expect(departure.min).toBe("2026-12-11");
  fireEvent.change(screen.getByLabelText("Arrival"), { target: { value: "2026-12-31" } });
  expect([departure.min, departure.value]).toEqual(["2027-01-01", "2027-01-01"]);
  fireEvent.change(screen.getByLabelText("Arrival"), { target: { value: "" } });
  expect(departure.min).toBe("2026-12-02");
});

test.each([
  ["check_in", "These dates are not open for booking. Choose other dates."],
  ["check_out", "This stay is too short or too long. Choose another departure."],
])("a refusal of %s is told in its own words", async (field, words) => {
  open(field);
  await userEvent.click(await screen.findByRole("button", { name: "Join the waitlist" }));
  expect(await screen.findByText(words)).toBeTruthy();
});
