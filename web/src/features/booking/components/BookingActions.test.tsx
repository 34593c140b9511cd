import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Booking } from "@/shared/booking/types";
import type { ShareTarget } from "@/shared/share/types";
import { anOffering } from "@/test/bookings";
import { BookingActions } from "./BookingActions";

vi.mock("@/shared/share/ShareSheet", () => ({
  ShareSheet: ({ target: { kind, id } }: { target: ShareTarget }) => <p>{`${kind} ${id}`}</p>,
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("booking");
});

test("sharing a booking opens the list of friends for its offering", async () => {
  const offering = anOffering();
  const booking = { id: 3, code: "P7KQ", offering, company: offering.company } as unknown as Booking;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <BookingActions booking={booking} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Share" }));
  const dialog = await screen.findByRole("dialog", { name: `Share ${offering.name}` });
  expect(await within(dialog).findByText(`product ${offering.id}`)).toBeTruthy();
});
