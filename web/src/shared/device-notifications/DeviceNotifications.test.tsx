import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { DeviceNotifications } from "./DeviceNotifications";
import { setPreference, usePreference } from "./usePreference";

const subscribe = vi.fn(async () => true);
const unsubscribe = vi.fn(async () => {});

vi.mock("./push", () => ({ subscribe: () => subscribe(), unsubscribe: () => unsubscribe() }));

/** The browser's notifications, as far as the control uses them. */
function browser(permission: NotificationPermission, answer = permission) {
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      notification.permission = answer;
      return answer;
    }),
  };
  vi.stubGlobal("Notification", notification);
  return notification;
}

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <DeviceNotifications />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("notifications");
});

beforeEach(() => {
  vi.clearAllMocks();
  setPreference({ on: false, pushed: false, sound: false });
});

afterEach(() => vi.unstubAllGlobals());

test("permission is asked for after a click only", async () => {
  const { requestPermission } = browser("default", "granted");
  const user = show();
  expect(requestPermission).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Turn on notifications" }));
  expect(requestPermission).toHaveBeenCalledOnce();
  expect(await screen.findByRole("button", { name: "Turn off notifications" })).toBeTruthy();
  expect(usePreference.getState()).toMatchObject({ on: true, pushed: true });
});

test("a refusal tells the way to the browser's settings", async () => {
  browser("default", "denied");
  const user = show();
  await user.click(screen.getByRole("button", { name: "Turn on notifications" }));
  expect((await screen.findByRole("alert")).textContent).toContain("beside the address");
  expect(screen.queryByRole("button")).toBeNull();
  expect(subscribe).not.toHaveBeenCalled();
});

test("permission given in the browser's settings is noticed", () => {
  const notification = browser("denied");
  show();
  expect(screen.queryByRole("button")).toBeNull();
  notification.permission = "granted";
  act(() => void window.dispatchEvent(new Event("focus")));
  expect(screen.getByRole("button", { name: "Turn on notifications" })).toBeTruthy();
});

test("the switch turns this device off again", async () => {
  browser("granted");
  setPreference({ on: true, pushed: true });
  const user = show();
  await user.click(screen.getByRole("button", { name: "Turn off notifications" }));
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(usePreference.getState()).toMatchObject({ on: false, pushed: false });
});

test("a browser without notifications says so", () => {
  vi.stubGlobal("Notification", undefined);
  show();
  expect(screen.getByText("This browser does not support notifications.")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
