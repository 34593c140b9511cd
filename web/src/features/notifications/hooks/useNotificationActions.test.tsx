import { onlineManager, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { networkError } from "@/api/errors";
import { makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { toast, useToasts } from "@/lib/toasts";
import { notificationOf } from "@/test/notifications";
import { deleteAll, deleteNotification, markRead, notificationKeys } from "../api";
import type { Inbox } from "../model/inbox";
import { useNotificationActions } from "./useNotificationActions";

const inbox = vi.hoisted(() => ({ state: undefined as Inbox | undefined }));
vi.mock("./useInbox", () => ({
  useInbox: () => ({
    state: inbox.state,
    patch: (change: (state: Inbox) => Inbox) => {
      if (inbox.state) inbox.state = change(inbox.state);
    },
  }),
}));
vi.mock("../api", async (original) => ({
  ...(await original<typeof import("../api")>()),
  markRead: vi.fn(),
  deleteNotification: vi.fn(),
  deleteAll: vi.fn(),
}));

const LIST = notificationKeys.list("unread");
const entries = [notificationOf({ id: 1, read: false }), notificationOf({ id: 2, read: true })];

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces(["common", "notifications"]);
  useToasts.setState({ shown: [] });
  inbox.state = { unread: 1, newest: entries, company: null, changes: 0 };
  onlineManager.setOnline(false);
  for (const call of [markRead, deleteNotification, deleteAll]) {
    vi.mocked(call).mockImplementation(() => Promise.reject(networkError(new TypeError("offline"))));
  }
});
afterEach(() => onlineManager.setOnline(true));

function open() {
  const queries = makeQueryClient((failure) => toast.error("Could not reach Plaza.", failure));
  queries.setQueryData(LIST, { pages: [{ items: entries, next: null }], pageParams: [null] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useNotificationActions, { wrapper });
  const listed = () => queries.getQueryData<{ pages: { items: unknown[] }[] }>(LIST)?.pages[0]?.items;
  return { actions: result.current, listed };
}

test.each([
  ["read", ({ read }: ReturnType<typeof useNotificationActions>) => read([1])],
  ["deleted", ({ remove }: ReturnType<typeof useNotificationActions>) => remove(1)],
  ["deleted with all others", ({ removeAll }: ReturnType<typeof useNotificationActions>) => removeAll()],
])("an entry %s offline is put back with one answer", async (_name, change) => {
  const { actions, listed } = open();
  await act(async () => change(actions));
  await vi.waitFor(() => expect(useToasts.getState().shown).toHaveLength(1));
  await act(async () => {});
  expect(useToasts.getState().shown.map(({ text }) => text)).toEqual(["Could not reach Plaza."]);
  expect(listed()).toEqual(entries);
  expect(inbox.state).toMatchObject({ unread: 1, newest: entries });
});

test("a confirmed change stays", async () => {
  vi.mocked(deleteNotification).mockResolvedValue({} as never);
  const { actions, listed } = open();
  await act(async () => actions.remove(1));
  expect(listed()).toEqual([entries[1]]);
  expect(inbox.state).toMatchObject({ unread: 0, newest: [entries[1]] });
});
