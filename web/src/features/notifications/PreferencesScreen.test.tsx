import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { PreferencesScreen } from "./PreferencesScreen";

const change = vi.fn();
const data = [
  { group: "bookings", push: true, mail: true },
  { group: "reservations", push: true, mail: false },
  { group: "security", push: true, mail: null },
];

vi.mock("./api", () => ({
  usePreferences: () => ({ data, isError: false }),
  useChangePreference: () => ({ mutate: change }),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("notifications");
});

const show = (side: "consumer" | "business") =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <PreferencesScreen side={side} device={null} back="/" />
      </MemoryRouter>
    </MantineProvider>,
  );

test("a switch changes one channel of its group", async () => {
  show("consumer");
  const bookings = within(await screen.findByRole("region", { name: "Bookings" }));
  await userEvent.click(bookings.getByRole("switch", { name: "Email" }));
  expect(change).toHaveBeenCalledWith({ group: "bookings", mail: false });
  expect(screen.queryByRole("region", { name: "Reservations" })).toBeNull();
});

test("mails about security have no switch", async () => {
  show("business");
  const security = within(await screen.findByRole("region", { name: "Security" }));
  expect(security.queryByRole("switch", { name: "Email" })).toBeNull();
  expect(screen.getByRole("region", { name: "Reservations" })).toBeTruthy();
});
