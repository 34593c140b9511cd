import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { create } from "zustand";
import { startI18n } from "@/lib/i18n";
import { privacyQuery } from "@/shared/settings/privacy";
import { alice, bruno, card, chloe, message, summary } from "../model/samples";
import type { ChatSummary } from "../model/wire";
import { MessagePreview, PREVIEW_MS } from "./MessagePreview";

const useStream = create<{ chats: readonly ChatSummary[] }>(() => ({ chats: [] }));

vi.mock("../useChatStreams", () => ({ useMe: () => alice, useChats: () => ({ state: useStream() }) }));

const Path = () => <output>{useLocation().pathname}</output>;

function show(path = "/search", chat_notifications = true) {
  const queries = new QueryClient();
  queries.setQueryData(privacyQuery.queryKey, { chat_notifications } as never);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[path]}>
          <MessagePreview basePath="/messages" />
          <Path />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** A message from a person, each in the own chat. */
const arrive = (chat: number, seq: number, text: string) =>
  act(() =>
    useStream.setState(({ chats }) => ({
      chats: [
        summary(chat, seq, {
          unread: 1,
          members: [card(chat === 1 ? bruno : chloe)],
          last_message: message(seq, chat === 1 ? bruno : chloe, { text }),
        }),
        ...chats.filter(({ id }) => id !== chat),
      ],
    })),
  );

/** Draws a finger along the line. */
function swipe(by: number) {
  const link = screen.getByRole("link");
  const finger = { pointerId: 1, pointerType: "touch", isPrimary: true, clientY: 20 };
  (link.parentElement as HTMLElement).setPointerCapture = () => {};
  fireEvent.pointerDown(link, { ...finger, clientX: 50 });
  fireEvent.pointerMove(link, { ...finger, clientX: 50 + by });
  fireEvent.pointerUp(link, { ...finger, clientX: 50 + by });
}

const preview = () => screen.queryByRole("link");
const after = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("messages");
});

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:30:00.000Z") });
  useStream.setState({ chats: [summary(1, 1), summary(2, 2)] });
});

afterEach(() => vi.useRealTimers());

test("a message elsewhere shows its sender and first line", () => {
  show();
  expect(preview()).toBeNull();
  arrive(1, 5, "Dinner at eight?\nBring wine");
  const card = screen.getByRole("group", { name: "New message" });
  expect(card.parentElement?.getAttribute("aria-live")).toBe("polite");
  expect(preview()?.textContent).toContain("bruno Test");
  expect(preview()?.textContent).toContain("Dinner at eight?");
  expect(preview()?.textContent).not.toContain("wine");
});

test("a tap opens the chat and closes the preview", () => {
  show();
  arrive(1, 5, "Hello");
  fireEvent.click(screen.getByRole("link"));
  expect(screen.getByText("/messages/1")).toBeTruthy();
  expect(preview()).toBeNull();
});

test("the newest preview replaces the one before", () => {
  show();
  arrive(1, 5, "First");
  after(PREVIEW_MS - 1);
  arrive(2, 6, "Second");
  expect(screen.getAllByRole("link")).toHaveLength(1);
  expect(preview()?.textContent).toContain("Second");
  after(PREVIEW_MS - 1);
  expect(preview()).not.toBeNull();
});

test("it closes by itself, but not under the pointer or the focus", () => {
  show();
  arrive(1, 5, "Hello");
  fireEvent.mouseEnter(screen.getByRole("link").parentElement as HTMLElement);
  after(PREVIEW_MS * 2);
  expect(preview()).not.toBeNull();
  fireEvent.mouseLeave(screen.getByRole("link").parentElement as HTMLElement);
  fireEvent.focus(screen.getByRole("link"));
  after(PREVIEW_MS * 2);
  expect(preview()).not.toBeNull();
  fireEvent.blur(screen.getByRole("link"));
  after(PREVIEW_MS);
  expect(preview()).toBeNull();
});

test("the button, Escape and a swipe close it", () => {
  show();
  arrive(1, 5, "Hello");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(preview()).toBeNull();
  arrive(1, 6, "Hello");
  fireEvent.keyDown(screen.getByRole("link"), { key: "Escape" });
  expect(preview()).toBeNull();
  arrive(1, 7, "Hello");
  swipe(40);
  expect(preview()).not.toBeNull();
  swipe(90);
  expect(preview()).toBeNull();
});

test.each([
  ["the open chat", "/messages/1", true],
  ["the list of chats", "/messages", true],
  ["who switched notices of messages off", "/search", false],
])("nothing is shown to %s", (_where, path, wanted) => {
  show(path, wanted);
  arrive(1, 5, "Hello");
  expect(preview()).toBeNull();
});

test("another chat shows it, and reading it elsewhere ends it", () => {
  show("/messages/2");
  arrive(1, 5, "Hello");
  expect(preview()).not.toBeNull();
  act(() => useStream.setState({ chats: [summary(1, 5, { unread: 0 }), summary(2, 2)] }));
  expect(preview()).toBeNull();
});
