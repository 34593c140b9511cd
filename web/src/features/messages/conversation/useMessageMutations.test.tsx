import { act, renderHook } from "@testing-library/react";
import i18next from "i18next";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import type { ChatState } from "../model/chat";
import type { ChatsState } from "../model/chats";
import { message } from "../model/samples";
import type { Message } from "../model/wire";
import { type MessageMutations, useMessageMutations } from "./useMessageMutations";

const live = vi.hoisted(() => ({ change: vi.fn() }));
vi.mock("@/live", async (original) => ({ ...(await original<object>()), useLive: () => live }));
const chats = vi.hoisted(() => ({ state: { hidden: {} } as unknown }));
vi.mock("../useChatStreams", async (original) => ({
  ...(await original<object>()),
  useMe: () => 1,
  useChats: () => ({
    state: chats.state,
    patch: (change: (state: unknown) => unknown) => {
      chats.state = change(chats.state);
    },
  }),
}));

let state: ChatState;
const own = message(1, 1);

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces(["common", "messages"]);
  useToasts.setState({ shown: [] });
  state = { messages: [own, message(2)], arrived: [] as Message[] } as unknown as ChatState;
  chats.state = { hidden: { 5: new Set([2]) } };
});

const open = () =>
  renderHook(() =>
    useMessageMutations(5, (change) => {
      state = change(state);
    }),
  ).result.current;

const CHANGES: [string, (mutations: MessageMutations, message: Message) => void][] = [
  ["reaction", ({ react }, message) => react(message, "👍")],
  ["edit", ({ edit }, message) => edit(message, "Other words", [])],
  ["deletion", ({ deleteForAll }, message) => deleteForAll(message)],
  ["hidden message", ({ hide }, message) => hide(message)],
];

test.each(CHANGES)("a %s without a connection is put back with one answer", async (_name, change) => {
  const before = state.messages;
  let giveUp: (answer: undefined) => void = () => {};
  live.change.mockReturnValue(
    new Promise((resolve) => {
      giveUp = resolve;
    }),
  );
  change(open(), own);
  expect(state.messages[0] !== own || (chats.state as ChatsState).hidden[5]?.has(1)).toBe(true);
  await act(async () => giveUp(undefined));
  expect(state.messages).toEqual(before);
  expect((chats.state as ChatsState).hidden[5]).toEqual(new Set([2]));
  expect(useToasts.getState().shown.map(({ text }) => text)).toEqual([
    "Could not reach Plaza. Check your connection and try again.",
  ]);
});

test("a confirmed deletion stays", async () => {
  live.change.mockResolvedValue({ ok: true, result: {} });
  const mutations = open();
  await act(async () => mutations.deleteForAll(own));
  expect(state.messages[0]).toMatchObject({ deleted: true });
  expect(useToasts.getState().shown).toEqual([]);
});
