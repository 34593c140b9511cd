// From messages to what stands on the screen: days, the line before the unread ones, groups of one person, what happened to the
// group, and what was written here and is still on its way.

import type { Unsent } from "@/live";
import type { Content, Media, Member, Message, Reaction, SystemNote } from "./wire";

export type Status = "queued" | "sending" | "failed" | "sent" | "delivered" | "read";

export interface Bubble {
  kind: "bubble";
  key: string;
  /** The command's id: what a failed message is tried again or dropped by. */
  id: string;
  seq: number | undefined;
  sender: number;
  mine: boolean;
  at: number;
  text: string;
  media: readonly Media[];
  replyTo: number | null;
  mentions: readonly number[];
  reactions: readonly Reaction[];
  content: Content | null;
  forwarded: boolean;
  edited: boolean;
  status: Status;
  error: string | undefined;
  deleted: boolean;
  /** Where it stands in the group of messages that one person sent in a row. */
  first: boolean;
  last: boolean;
}

/** What happened to the group, as a line between the messages. */
export interface Note {
  kind: "note";
  key: string;
  seq: number;
  sender: number;
  at: number;
  note: SystemNote;
}

export type Row = { kind: "day"; key: string; at: number } | { kind: "unread"; key: string } | Note | Bubble;

export interface TimelineInput {
  messages: readonly Message[];
  unsent: readonly Unsent[];
  me: number;
  members: readonly Member[];
  online: boolean;
  /** What was read when the chat was opened; the line stands after it, and stays while the chat is open. */
  readUpTo: number | undefined;
}

/** Messages of one person closer than this stand together. */
const together = 5 * 60_000;

export function timeline(input: TimelineInput): Row[] {
  const shown = new Set(
    input.messages.filter(({ sender }) => sender === input.me).map(({ client_id }) => client_id),
  );
  const marks = marksOf(input.me, input.members);
  const said = [
    ...input.messages.map((message) => fromMessage(message, input.me, marks)),
    ...input.unsent.filter(({ id }) => !shown.has(id)).map((item) => fromUnsent(item, input)),
  ];
  const rows: Row[] = [];
  let marked = input.readUpTo === undefined;
  let before: Bubble | undefined;
  let lastAt: number | undefined;
  for (const row of said) {
    const newDay = lastAt === undefined || dayOf(lastAt) !== dayOf(row.at);
    if (newDay) rows.push({ kind: "day", key: `day-${dayOf(row.at)}-${row.key}`, at: row.at });
    const firstUnread = !marked && row.sender !== input.me && (row.seq ?? 0) > (input.readUpTo ?? 0);
    if (firstUnread) {
      rows.push({ kind: "unread", key: "unread" });
      marked = true;
    }
    lastAt = row.at;
    rows.push(row);
    if (row.kind === "note") {
      if (before) before.last = true;
      before = undefined;
      continue;
    }
    row.first =
      newDay || firstUnread || !before || before.sender !== row.sender || row.at - before.at > together;
    if (before && row.first) before.last = true;
    before = row;
  }
  if (before) before.last = true;
  return rows;
}

function fromMessage(message: Message, me: number, marks: Marks | undefined): Bubble | Note {
  const mine = message.sender === me;
  const key = `${message.sender}-${message.client_id || message.seq}`;
  const at = Date.parse(message.at);
  const { seq, sender } = message;
  if (message.system) return { kind: "note", key, seq, sender, at, note: message.system };
  return {
    kind: "bubble",
    key,
    id: message.client_id,
    seq,
    sender,
    mine,
    at,
    text: message.text,
    media: message.media,
    replyTo: message.reply_to,
    mentions: message.mentions,
    reactions: message.reactions,
    content: message.content,
    forwarded: message.forwarded,
    edited: message.edited_at !== null,
    status: mine ? reached(seq, marks) : "read",
    error: undefined,
    deleted: message.deleted,
    first: false,
    last: false,
  };
}

function fromUnsent(item: Unsent, { me, online }: TimelineInput): Bubble {
  const waiting = online ? "sending" : "queued";
  return {
    kind: "bubble",
    key: `${me}-${item.id}`,
    id: item.id,
    seq: undefined,
    sender: me,
    mine: true,
    at: item.at,
    text: item.command.text,
    media: (item.shown as readonly Media[] | undefined) ?? [],
    replyTo: item.command.reply_to,
    mentions: item.command.mentions ?? [],
    reactions: [],
    content: null,
    forwarded: false,
    edited: false,
    status: item.state === "queued" ? waiting : item.state,
    error: item.error?.message,
    deleted: false,
    first: false,
    last: false,
  };
}

interface Marks {
  read: number;
  delivered: number;
}

/** Up to where all the others have come: read by one of five is not read. */
function marksOf(me: number, members: readonly Member[]): Marks | undefined {
  const others = members.filter(({ user }) => user.id !== me);
  if (others.length === 0) return undefined;
  return {
    read: Math.min(...others.map(({ read_seq }) => read_seq)),
    delivered: Math.min(...others.map(({ delivered_seq }) => delivered_seq)),
  };
}

function reached(seq: number, marks: Marks | undefined): Status {
  if (marks && marks.read >= seq) return "read";
  return marks && marks.delivered >= seq ? "delivered" : "sent";
}

export function statusOf(seq: number, me: number, members: readonly Member[]): Status {
  return reached(seq, marksOf(me, members));
}

function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/** Messages of others after a mark. What happened to the group is news, but nothing to read. */
export function unreadAfter(messages: readonly Message[], me: number, mark: number): number {
  return messages.filter(({ seq, sender, system }) => seq > mark && sender !== me && !system).length;
}

/** The viewer's newest message that may still be changed, for "edit the last one". */
export function lastEditable(messages: readonly Message[], me: number, now: number): Message | undefined {
  return messages.findLast((message) => mayEdit(message, me, now));
}

/** As long as the server allows. */
const changeable = 24 * 3_600_000;

export function mayEdit(
  message: Pick<Message, "sender" | "system" | "deleted" | "forwarded" | "content" | "at">,
  me: number,
  now: number,
): boolean {
  const { sender, system, deleted, forwarded, at } = message;
  return sender === me && !system && !deleted && !forwarded && now - Date.parse(at) < changeable;
}

/** Deleting for all: one's own for a day, anybody's as an admin of the group. */
export function mayDeleteForAll(
  message: Pick<Message, "sender" | "system" | "deleted" | "at">,
  me: Pick<Member, "role" | "user"> | undefined,
  group: boolean,
  now: number,
): boolean {
  if (!me || message.system || message.deleted) return false;
  if (message.sender === me.user.id) return now - Date.parse(message.at) < changeable;
  return group && me.role !== "member";
}
