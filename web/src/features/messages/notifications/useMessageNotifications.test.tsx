import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { create } from "zustand";
import { startI18n } from "@/lib/i18n";
import { usePreference } from "@/shared/device-notifications/usePreference";
import { privacyQuery } from "@/shared/settings/privacy";
import { alice, bruno, card, chloe, message, summary } from "../model/samples";
import type { ChatSummary } from "../model/wire";
import { useMessageNotifications } from "./useMessageNotifications";

const useStream = create<{ chats: readonly ChatSummary[] }>(() => ({ chats: [] }));
const chime = vi.hoisted(() => vi.fn());

vi.mock("../useChatStreams", () => ({ useMe: () => alice, useChats: () => ({ state: useStream() }) }));
vi.mock("@/shared/device-notifications/chime", () => ({ chime }));
vi.mock("@/shared/device-notifications/usePreference", async (original) => ({
  ...(await original<object>()),
  permission: () => "granted",
}));

const told: string[] = [];
class FakeNotification {
  onclick: (() => void) | undefined;
  constructor(title: string, { body }: { body: string }) {
    told.push(`${title}: ${body}`);
  }
}

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("messages");
});

beforeEach(() => {
  told.length = 0;
  chime.mockReset();
  vi.stubGlobal("Notification", FakeNotification);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  useStream.setState({ chats: [summary(1, 1), summary(2, 2)] });
  usePreference.setState({ on: true, sound: true, pushed: false });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Plays a new message to the hidden tab of an account. */
async function arrive(chat: ChatSummary, chat_notifications = true) {
  const queries = new QueryClient();
  queries.setQueryData(privacyQuery.queryKey, { chat_notifications } as never);
  const tab = renderHook(useMessageNotifications, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  });
  await act(async () =>
    useStream.setState(({ chats }) => ({ chats: [chat, ...chats.filter(({ id }) => id !== chat.id)] })),
  );
  tab.unmount();
}

const news = (more: Partial<ChatSummary> = {}) =>
  summary(1, 5, { unread: 1, last_message: message(5, bruno, { text: "Hello" }), ...more });

test("a hidden tab notifies and chimes", async () => {
  await arrive(news());
  expect(told).toEqual(["bruno Test: Hello"]);
  expect(chime).toHaveBeenCalledOnce();
});

test("an account without chat notifications hears and sees nothing", async () => {
  await arrive(news(), false);
  expect(told).toEqual([]);
  expect(chime).not.toHaveBeenCalled();
});

test("a blocked person stays quiet in groups", async () => {
  useStream.setState({ chats: [summary(1, 1), summary(2, 2, { blocked: true })] });
  const group: Partial<ChatSummary> = { kind: "group", title: "Trip", members: [card(bruno), card(chloe)] };
  await arrive(news(group));
  expect([told, chime.mock.calls]).toEqual([[], []]);
  await arrive(news({ ...group, seq: 6, last_message: message(6, chloe, { text: "Hello" }) }));
  expect(told).toEqual(["Trip: Hello"]);
});

test("a muted chat stays quiet, even with a mention", async () => {
  await arrive(news({ muted_until: "9999-12-31T00:00:00.000Z", mentioned: true }));
  expect([told, chime.mock.calls]).toEqual([[], []]);
});

test("the sound and the notification are switched apart", async () => {
  usePreference.setState({ sound: false });
  await arrive(news());
  expect([told.length, chime.mock.calls.length]).toEqual([1, 0]);
  usePreference.setState({ on: false, sound: true });
  await arrive(news({ seq: 6, last_message: message(6) }));
  expect([told.length, chime.mock.calls.length]).toEqual([1, 1]);
});
