import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Unsent } from "@/live";
import { alice, bruno, chloe, detail, member, message } from "../../model/samples";
import { timeline } from "../../model/timeline";
import type { ChatDetail, Message } from "../../model/wire";
import { MessageListContext, useMessageListContext } from "../list/MessageListContext";
import { MessageActionsContext } from "../MessageActionsContext";
import { Bubble } from "./Bubble";

const outbox = { retry: vi.fn(), discard: vi.fn() };
vi.mock("@/live", async (original) => ({ ...(await original<object>()), useLive: () => ({ outbox }) }));
vi.mock("../../useChatStreams", () => ({ useMe: () => alice }));

const actions = { picture() {}, open() {}, jump() {}, react() {}, reply() {}, edit() {} };
const group: Partial<ChatDetail> = {
  kind: "group",
  title: "Hikers",
  members: [alice, bruno, chloe].map((id) => member(id)),
};

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("messages");
});

function Log({ chat, children }: { chat: ChatDetail; children: ReactNode }) {
  return <MessageListContext value={useMessageListContext(chat, new Map())}>{children}</MessageListContext>;
}

/** Returns what stands on the screen for each message, oldest first. */
function show(
  messages: readonly Message[],
  more: Partial<ChatDetail> = {},
  unsent: readonly Unsent[] = [],
  online = true,
) {
  const chat = detail(messages.length, more);
  const { members } = chat;
  const rows = timeline({ messages, unsent, me: alice, members, online, readUpTo: undefined });
  const { container } = render(
    <MantineProvider env="test">
      <MemoryRouter>
        <MessageActionsContext value={actions}>
          <Log chat={chat}>
            {rows.map((row) => row.kind === "bubble" && <Bubble key={row.key} bubble={row} found={false} />)}
          </Log>
        </MessageActionsContext>
      </MemoryRouter>
    </MantineProvider>,
  );
  return [...container.querySelectorAll("article")];
}

const timesOf = (article: Element) => article.querySelectorAll("time").length;
const faceOf = (article: Element) => article.querySelector('a[aria-hidden="true"]');

test("the time of a message stands in the paragraph of its text", () => {
  const [text] = show([message(1, bruno, { text: "See you there" })]);
  const time = text?.querySelector("time");
  expect(time?.closest("p")?.textContent).toContain("See you there");
  expect(text && timesOf(text)).toBe(1);
});

test("one time stands for messages that follow each other closely", () => {
  const [first, second, later] = show([
    message(1),
    message(2),
    message(3, bruno, { at: "2026-11-20T12:30:00.000Z" }),
  ]);
  expect([first, second, later].map((article) => article && timesOf(article))).toEqual([0, 1, 1]);
});

test("a chat of two shows no faces and no names", () => {
  const articles = show([message(1), message(2, alice), message(3)]);
  expect(articles).toHaveLength(3);
  for (const article of articles) {
    expect(faceOf(article)).toBeNull();
    expect(article.textContent).not.toContain("bruno Test");
  }
});

test("a group shows one name and one face for messages in a row", () => {
  const [first, last, own, other] = show(
    [message(1), message(2), message(3, alice), message(4, chloe)],
    group,
  );
  expect(first?.textContent).toContain("bruno Test");
  expect(last?.textContent).not.toContain("bruno Test");
  expect([first, last, own, other].map((article) => article && faceOf(article) !== null)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

const unsent = (more: Partial<Unsent>): Unsent => ({
  id: "A",
  stream: "chat:5",
  at: Date.UTC(2026, 10, 20, 12),
  command: { type: "send", text: "Hello", media: [], reply_to: null },
  state: "queued",
  ...more,
});
const failed = (code: string) => [
  unsent({ state: "failed", error: { code, message: "The server's own words." } }),
];
const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

test.each([
  ["chat.text_too_long", "This message is too long."],
  ["chat.too_many_pictures", "This message has too many files."],
  ["chat.no_such_media", "One of the files is no longer available."],
  ["chat.empty", "Write something or attach a file."],
  ["validation", "That did not work. Try again."],
])("a message refused with %s says so in the viewer's language", (code, text) => {
  const [article] = show([], {}, failed(code));
  expect(within(article as HTMLElement).getByText(text)).toBeTruthy();
  expect(article?.textContent).not.toContain("The server's own words.");
  expect(buttons()).toEqual(["Try again", "Delete"]);
});

test("a message that waits for a connection can be withdrawn", () => {
  show([], {}, [unsent({})], false);
  expect(buttons()).toEqual(["Delete"]);
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(outbox.discard).toHaveBeenCalledExactlyOnceWith("A");
});

test("a message on its way cannot be withdrawn", () => {
  show([], {}, [unsent({})]);
  expect(screen.queryByRole("button")).toBeNull();
});
