import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { alice, bruno, chloe, detail, member, message } from "../../model/samples";
import { timeline } from "../../model/timeline";
import type { ChatDetail, Message } from "../../model/wire";
import { MessageListContext, useMessageListContext } from "../list/MessageListContext";
import { MessageActionsContext } from "../MessageActionsContext";
import { Bubble } from "./Bubble";

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
function show(messages: readonly Message[], more: Partial<ChatDetail> = {}) {
  const chat = detail(messages.length, more);
  const { members } = chat;
  const rows = timeline({ messages, unsent: [], me: alice, members, online: true, readUpTo: undefined });
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
