// From messages to what stands on the screen: days, the line before the unread ones, groups of one person, what happened to the
// group, and what was written here and is still on its way.

import type { Unsent } from "@/live";
import { EDIT_PERIOD_MS } from "../limits";
import { bySeq } from "./chat";
import type { Content, Media, Member, Message, Reaction, SystemNote } from "./wire";

export type Status = "queued" | "sending" | "failed" | "sent" | "delivered" | "read";

export interface Bubble {
  kind: "bubble";
  key: string;
  /** The command's id: what a failed message is tried again or dropped by. */
  id: string;
  seq: number | undefined;
  /** As the server has it; a message on its way is not there yet. */
  message: Message | undefined;
  sender: number;
  /** Employee who wrote for the sender, a company. */
  agent: number | null;
  mine: boolean;
  at: number;
  text: string;
  media: readonly Media[];
  replyTo: number | null;
  /** Quoted message, if it is in the window. */
  answered: Message | undefined;
  mentions: readonly number[];
  reactions: readonly Reaction[];
  content: Content | null;
  forwarded: boolean;
  edited: boolean;
  status: Status;
  /** Code of the refusal of a failed message. */
  errorCode: string | undefined;
  deleted: boolean;
  /** Position in a group of consecutive messages of one person. */
  first: boolean;
  last: boolean;
}

/** System note about the group, as a line between messages. */
export interface Note {
  kind: "note";
  key: string;
  seq: number;
  message: Message;
  sender: number;
  at: number;
  note: SystemNote;
}

export type Row = { kind: "day"; key: string; at: number } | { kind: "unread"; key: string } | Note | Bubble;

export interface TimelineInput {
  messages: readonly Message[];
  unsent: readonly Unsent[];
  me: number;
  /** The viewer, who writes for the company `me`. */
  agent?: number | null;
  members: readonly Member[];
  online: boolean;
  /** Last read message when the chat was opened. The unread line stays after it while the chat is open. */
  readUpTo: number | undefined;
}

/** Messages of one person closer than this stand together. */
const GROUP_INTERVAL_MS = 5 * 60_000;

/** As it was shown last: a row that has not changed stays the same object, and is not rendered again. */
const rowCache = new WeakMap<Message, Bubble | Note>();

export function timeline(input: TimelineInput): Row[] {
  const shown = new Set(
    input.messages.filter(({ sender }) => sender === input.me).map(({ client_id }) => client_id),
  );
  const marks = receiptsOf(input.me, input.members);
  const said = [
    ...input.messages.map((message) => fromMessage(message, input, marks)),
    ...input.unsent.filter(({ id }) => !shown.has(id)).map((item) => fromUnsent(item, input)),
  ];
  const rows: Row[] = [];
  let marked = input.readUpTo === undefined;
  let before: Bubble | undefined;
  let day: Day | undefined;
  for (const row of said) {
    const newDay = !day || row.at < day.start || row.at >= day.end;
    if (!day || newDay) {
      day = dayOf(row.at);
      rows.push({ kind: "day", key: `day-${day.start}-${row.key}`, at: row.at });
    }
    const firstUnread = !marked && row.sender !== input.me && (row.seq ?? 0) > (input.readUpTo ?? 0);
    if (firstUnread) {
      rows.push({ kind: "unread", key: "unread" });
      marked = true;
    }
    rows.push(row);
    if (row.kind === "note") {
      if (before) before.last = true;
      before = undefined;
      continue;
    }
    row.first =
      newDay ||
      firstUnread ||
      !before ||
      before.sender !== row.sender ||
      before.agent !== row.agent ||
      row.at - before.at > GROUP_INTERVAL_MS;
    if (before && row.first) before.last = true;
    before = row;
  }
  if (before) before.last = true;
  return rows.map(cachedRow);
}

function cachedRow(row: Row): Row {
  const message = row.kind === "bubble" || row.kind === "note" ? row.message : undefined;
  if (!message) return row;
  const before = rowCache.get(message);
  if (before && sameRow(before, row as Bubble | Note)) return before;
  rowCache.set(message, row as Bubble | Note);
  return row;
}

/** Compares two renderings of one message. They depend on little besides the message. */
function sameRow(one: Bubble | Note, other: Bubble | Note): boolean {
  if (one.kind === "note" || other.kind === "note") return one.kind === other.kind;
  return (
    one.mine === other.mine &&
    one.first === other.first &&
    one.last === other.last &&
    one.status === other.status &&
    one.answered === other.answered
  );
}

function fromMessage(message: Message, input: TimelineInput, marks: Receipts | undefined): Bubble | Note {
  const { seq, sender } = message;
  const before = rowCache.get(message);
  const key = before?.key ?? `${sender}-${message.client_id || seq}`;
  const at = before?.at ?? Date.parse(message.at);
  if (message.system) return { kind: "note", key, seq, message, sender, at, note: message.system };
  const mine = sender === input.me;
  return {
    kind: "bubble",
    key,
    id: message.client_id,
    seq,
    message,
    sender,
    agent: message.agent,
    mine,
    at,
    text: message.text,
    media: message.media,
    replyTo: message.reply_to,
    answered: message.reply_to === null ? undefined : bySeq(input.messages, message.reply_to),
    mentions: message.mentions,
    reactions: message.reactions,
    content: message.content,
    forwarded: message.forwarded,
    edited: message.edited_at !== null,
    status: mine ? reached(seq, marks) : "read",
    errorCode: undefined,
    deleted: message.deleted,
    first: false,
    last: false,
  };
}

function fromUnsent(item: Unsent, { me, agent = null, online, messages }: TimelineInput): Bubble {
  const { reply_to } = item.command;
  const waiting = online ? "sending" : "queued";
  return {
    kind: "bubble",
    key: `${me}-${item.id}`,
    id: item.id,
    seq: undefined,
    message: undefined,
    sender: me,
    agent,
    mine: true,
    at: item.at,
    text: item.command.text,
    media: (item.shown as readonly Media[] | undefined) ?? [],
    replyTo: reply_to,
    answered: reply_to === null ? undefined : bySeq(messages, reply_to),
    mentions: item.command.mentions ?? [],
    reactions: [],
    content: null,
    forwarded: false,
    edited: false,
    status: item.state === "queued" ? waiting : item.state,
    errorCode: item.error?.code,
    deleted: false,
    first: false,
    last: false,
  };
}

interface Receipts {
  read: number;
  delivered: number;
}

/**
 * Up to where all the others have come: read by one of five is not read. Who keeps read marks to themselves does not count for
 * them, and who has not accepted the group does not count at all.
 */
function receiptsOf(me: number, members: readonly Member[]): Receipts | undefined {
  const others = members.filter(({ user, request_from }) => user.id !== me && !request_from);
  if (others.length === 0) return undefined;
  const read = others.filter(({ shows_read }) => shows_read).map(({ read_seq }) => read_seq);
  return {
    read: read.length > 0 ? Math.min(...read) : 0,
    delivered: Math.min(...others.map(({ delivered_seq }) => delivered_seq)),
  };
}

function reached(seq: number, marks: Receipts | undefined): Status {
  if (marks && marks.read >= seq) return "read";
  return marks && marks.delivered >= seq ? "delivered" : "sent";
}

export function statusOf(seq: number, me: number, members: readonly Member[]): Status {
  return reached(seq, receiptsOf(me, members));
}

interface Day {
  start: number;
  end: number;
}

/** The day of the reader's calendar that a moment lies in. */
function dayOf(at: number): Day {
  const date = new Date(at);
  const midnight = (later: number) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + later).getTime();
  return { start: midnight(0), end: midnight(1) };
}

/** Messages of others after a mark. What happened to the group is news, but nothing to read. */
export function unreadAfter(messages: readonly Message[], me: number, mark: number): number {
  return messages.filter(({ seq, sender, system }) => seq > mark && sender !== me && !system).length;
}

/** The viewer's newest message that may still be changed, for "edit the last one". */
export function lastEditable(
  messages: readonly Message[],
  me: number,
  now: number,
  viewer = me,
): Message | undefined {
  return messages.findLast((message) => mayEdit(message, me, now, viewer));
}

export function mayEdit(
  message: Pick<Message, "sender" | "agent" | "system" | "deleted" | "forwarded" | "content" | "at">,
  me: number,
  now: number,
  viewer = me,
): boolean {
  const { sender, agent, system, deleted, forwarded, at } = message;
  const written = sender === me && (agent ?? viewer) === viewer;
  return written && !system && !deleted && !forwarded && now - Date.parse(at) < EDIT_PERIOD_MS;
}

/** Users may delete their own messages for a day, admins of a group any message at any time. */
export function mayDeleteForAll(
  message: Pick<Message, "sender" | "system" | "deleted" | "at">,
  me: Pick<Member, "role" | "user"> | undefined,
  group: boolean,
  now: number,
): boolean {
  if (!me || message.system || message.deleted) return false;
  if (group && me.role !== "member") return true;
  return message.sender === me.user.id && now - Date.parse(message.at) < EDIT_PERIOD_MS;
}
