import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { notificationOf, subjectOf } from "@/test/notifications";
import { NotificationsScreen } from "./NotificationsScreen";
import type { Notification, ReadState } from "./types";

let lists: Record<ReadState, Notification[]>;
const markRead = vi.fn();
const deleteNotification = vi.fn();
const deleteAll = vi.fn();

vi.mock("./api", async (original) => ({
  ...(await original<typeof import("./api")>()),
  readNotifications: async (state: ReadState) => ({ items: lists[state], next: null }),
  markRead: async (ids: number[] | null) => markRead(ids),
  deleteNotification: async (id: number) => deleteNotification(id),
  deleteAll: async () => deleteAll(),
}));

beforeAll(() => startI18n());
beforeEach(() => {
  lists = {
    unread: [notificationOf({ id: 2, others: 2, count: 3 })],
    read: [notificationOf({ id: 1, read: true })],
  };
  vi.clearAllMocks();
});

const Address = () => <output>{useLocation().pathname}</output>;

const show = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <NotificationsScreen />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

test("new and earlier notifications have their own sections", async () => {
  show();
  const fresh = within(await screen.findByRole("region", { name: "New" }));
  expect(fresh.getByRole("link").textContent).toContain("Alice Martin and 2 others sent you friend requests");
  expect(fresh.getByRole("link").getAttribute("href")).toBe("/people");
  const earlier = within(screen.getByRole("region", { name: "Earlier" }));
  expect(earlier.getByRole("link").getAttribute("href")).toBe("/people/7");
});

test("a notification of a comment quotes it", async () => {
  const subject = subjectOf({ comment_id: 9, comment: "Is it open on Sunday?" });
  lists.unread = [notificationOf({ id: 2, kind: "reel_comment", target: "reel", subject })];
  show();
  const fresh = within(await screen.findByRole("region", { name: "New" }));
  expect(fresh.getByRole("link").textContent).toContain("Is it open on Sunday?");
});

test("a notification is read and deleted by its menu", async () => {
  show();
  const fresh = within(await screen.findByRole("region", { name: "New" }));
  await userEvent.click(fresh.getByRole("button", { name: "Actions" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Mark as read", hidden: true }));
  expect(markRead).toHaveBeenCalledWith([2]);
  lists.unread = [];
  await userEvent.click(fresh.getByRole("button", { name: "Actions" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Delete", hidden: true }));
  expect(deleteNotification).toHaveBeenCalledWith(2);
});

test("all notifications are marked as read at once", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
  expect(markRead).toHaveBeenCalledWith(null);
});

test("all notifications are deleted after a question", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "More" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Delete all notifications", hidden: true }));
  expect(deleteAll).not.toHaveBeenCalled();
  const question = within(await screen.findByRole("dialog"));
  await userEvent.click(question.getByRole("button", { name: "Delete all notifications" }));
  expect(deleteAll).toHaveBeenCalledTimes(1);
});

test("an empty inbox says what will appear", async () => {
  lists = { unread: [], read: [] };
  show();
  expect(await screen.findByText("No notifications yet")).toBeTruthy();
});

test("the menu of an empty inbox leads to its settings and deletes nothing", async () => {
  lists = { unread: [], read: [] };
  show();
  await screen.findByText("No notifications yet");
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  expect(screen.queryByText("Delete all notifications")).toBeNull();
  await userEvent.click(screen.getByRole("menuitem", { name: "Notification settings", hidden: true }));
  expect(screen.getByText("/settings/notifications")).toBeTruthy();
});
