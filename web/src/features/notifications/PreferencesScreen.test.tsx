import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
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
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <PreferencesScreen side={side} back="/" />
        </MemoryRouter>
      </QueryClientProvider>
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

test.each(["consumer", "business"] as const)("a %s switches this device on here", async (side) => {
  vi.stubGlobal("Notification", { permission: "default" });
  show(side);
  const device = within(await screen.findByRole("region", { name: "This device" }));
  expect(device.getByRole("button", { name: "Turn on notifications" })).toBeTruthy();
  vi.unstubAllGlobals();
});
