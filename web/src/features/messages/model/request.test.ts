import { expect, test } from "vitest";
import type { ChatState } from "./chat";
import { chatTopic } from "./chat";
import type { ChatsState } from "./chats";
import { chatsTopic, openRequests } from "./chats";
import { alice, bruno, chloe, detail, member, message, summary } from "./samples";

const toAlice = { to: alice, left: 4 };

function opened(request: { to: number; left: number }): ChatState {
  const data = { chat: detail(1, { request }), messages: [message(1)], has_before: false, online: [] };
  return chatTopic.snapshot(data, undefined);
}

const given = (state: ChatsState, event: unknown) => chatsTopic.event(state, event, 0) as ChatsState;
const told = (state: ChatState, event: unknown) => chatTopic.event(state, event, 0) as ChatState;
const said = (state: ChatState, seq: number, sender: number) =>
  told(state, { type: "message", message: message(seq, sender) });

test("a message uses one up, an answer accepts the request", () => {
  const after = said(opened(toAlice), 2, bruno);
  expect(after.chat.request).toEqual({ to: alice, left: 3 });
  expect(said(after, 3, alice).chat.request).toBeNull();
});

test("an acceptance shows how far its author has read", () => {
  const asked = opened({ to: bruno, left: 2 });
  const members = asked.chat.members.map((one) => ({ ...one, shows_read: false }));
  const after = told({ ...asked, chat: { ...asked.chat, members } }, { type: "accepted", up_to: 1 });
  expect(after.chat.request).toBeNull();
  const reader = after.chat.members.find(({ user }) => user.id === bruno);
  expect(reader).toMatchObject({ read_seq: 1, shows_read: true });
});

test("a group is accepted once the viewer is a member without a stranger", () => {
  const details = { type: "details", message: null, title: "Table", picture: null, member_count: 2 };
  const joined = (...members: unknown[]) => ({
    ...details,
    joined: members,
    left: [],
    roles: [],
    former: [],
  });
  const asked = opened({ to: alice, left: 0 });
  expect(told(asked, joined(member(bruno))).chat.request).not.toBeNull();
  expect(told(asked, joined(member(alice, { request_from: bruno }))).chat.request).not.toBeNull();
  expect(told(asked, joined(member(alice))).chat.request).toBeNull();
});

test("requests to the viewer stay out of the list until they are accepted", () => {
  const asked = summary(8, 3, { request: toAlice });
  const sent = summary(9, 2, { request: { to: bruno, left: 1 } });
  const first = chatsTopic.snapshot({ chats: [sent], requests: [], online: [] }, undefined);
  const listed = (state: ChatsState) => state.chats.map(({ id }) => id);

  const asks = given(first, { type: "chat", chat: asked });
  expect([listed(asks), openRequests(asks).map(({ id }) => id)]).toEqual([[9], [8]]);

  const blocked = given(asks, { type: "settings", chat: 8, blocked: true });
  expect(openRequests(blocked)).toEqual([]);

  const accepted = given(asks, { type: "chat", chat: { ...asked, request: null } });
  expect([listed(accepted), openRequests(accepted)]).toEqual([[8, 9], []]);
});

test("a message of a third person does not touch what is accepted", () => {
  const state = chatTopic.snapshot(
    { chat: detail(1), messages: [message(1)], has_before: false, online: [] },
    undefined,
  );
  expect(said(state, 2, chloe).chat.request).toBeNull();
});
