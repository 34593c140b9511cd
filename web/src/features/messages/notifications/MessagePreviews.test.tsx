import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { summary } from "../model/samples";
import { MessagePreviews } from "./MessagePreviews";
import { chatAt, usePreviews } from "./previews";

const chats = [summary(1, 5, { unread: 1 }), summary(2, 5, { unread: 1 })];
const preview = (chat: number, text: string, seq = 5) => ({
  chat,
  seq,
  face: { id: chat, name: `Chat ${chat}` },
  text,
});

beforeEach(async () => {
  await startI18n();
  usePreviews.setState({ shown: [] });
});

function open(path: string, known = chats) {
  const page = (list: typeof chats) => (
    <MantineProvider>
      <MemoryRouter initialEntries={[path]}>
        <MessagePreviews chats={list} />
      </MemoryRouter>
    </MantineProvider>
  );
  const { rerender } = render(page(known));
  return (list: typeof chats) => rerender(page(list));
}

test.each([
  ["/messages/7", 7],
  ["/pro/messages/7/", 7],
  ["/messages", "list"],
  ["/pro/messages", "list"],
  ["/", null],
  ["/messages/help", null],
  ["/videos/7", null],
])("the address %s shows the chat %s", (path, chat) => {
  expect(chatAt(path)).toBe(chat);
});

describe("previews of messages", () => {
  test("lead to the chat on the side of the page", async () => {
    open("/pro/orders");
    await screen.findByRole("region", { name: "New messages" });
    act(() => usePreviews.getState().show([preview(1, "Hello")]));
    const link = await screen.findByRole("link", { name: /Chat 1.*Hello/ });
    expect(link.getAttribute("href")).toBe("/pro/messages/1");
    expect(link.closest("[aria-live]")?.getAttribute("aria-live")).toBe("polite");
    await userEvent.click(screen.getByRole("button", { name: "Close the message from Chat 1" }));
    expect(screen.queryByRole("link")).toBeNull();
  });

  test("are one for each chat, and three at most", () => {
    const { show } = usePreviews.getState();
    show([preview(1, "a"), preview(2, "b"), preview(3, "c")]);
    show([preview(1, "d", 6)]);
    expect(usePreviews.getState().shown.map(({ text }) => text)).toEqual(["b", "c", "d"]);
    show([preview(4, "e")]);
    expect(usePreviews.getState().shown.map(({ text }) => text)).toEqual(["c", "d", "e"]);
  });

  test("go once the chat is read, and on its own page", async () => {
    const update = open("/search");
    act(() => usePreviews.getState().show([preview(1, "Hello"), preview(2, "Hi")]));
    expect(await screen.findAllByRole("link")).toHaveLength(2);
    update([summary(1, 5, { unread: 0 }), summary(2, 5, { unread: 1 })]);
    expect(screen.getByRole("link", { name: /Hi/ })).toBeDefined();
    expect(screen.getAllByRole("link")).toHaveLength(1);
  });

  test("go after a while, and stay under the focus", async () => {
    vi.useFakeTimers();
    open("/search");
    act(() => usePreviews.getState().show([preview(1, "Hello")]));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    const link = screen.getByRole("link");
    act(() => link.focus());
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    act(() => link.blur());
    expect(screen.getByRole("link")).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(6_100));
    expect(screen.queryByRole("link")).toBeNull();
    vi.useRealTimers();
  });
});
