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
  { group: "bookings", push: true, push_partly: false, mail: true, mail_partly: true },
  { group: "reservations", push: true, push_partly: false, mail: false, mail_partly: false },
  { group: "security", push: true, push_partly: false, mail: null, mail_partly: false },
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

test("a channel that is on for some kinds only says so", async () => {
  show("consumer");
  const bookings = within(await screen.findByRole("region", { name: "Bookings" }));
  const described = (name: string) =>
    bookings.getByRole("switch", { name }).getAttribute("aria-describedby") !== null;
  expect([described("Email"), described("Push notifications")]).toEqual([true, false]);
  expect(bookings.getByText("On for the most important ones")).toBeTruthy();
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
