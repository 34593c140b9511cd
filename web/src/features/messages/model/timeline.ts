// From messages to what stands on the screen: days, the line before the unread ones, groups of one person, and what was written
// here and is still on its way.

import type { Media, Member, Message } from "@/api/types";
import type { Unsent } from "@/live";

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
  status: Status;
  error: string | undefined;
  deleted: boolean;
  /** Where it stands in the group of messages that one person sent in a row. */
  first: boolean;
  last: boolean;
}

export type Row = { kind: "day"; key: string; at: number } | { kind: "unread"; key: string } | Bubble;

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
  const bubbles = [
    ...input.messages.map((message) => fromMessage(message, input)),
    ...input.unsent.filter(({ id }) => !shown.has(id)).map((item) => fromUnsent(item, input)),
  ];
  const rows: Row[] = [];
  let marked = input.readUpTo === undefined;
  let before: Bubble | undefined;
  for (const bubble of bubbles) {
    const newDay = !before || dayOf(before.at) !== dayOf(bubble.at);
    if (newDay) rows.push({ kind: "day", key: `day-${dayOf(bubble.at)}-${bubble.key}`, at: bubble.at });
    const firstUnread = !marked && !bubble.mine && (bubble.seq ?? 0) > (input.readUpTo ?? 0);
    if (firstUnread) {
      rows.push({ kind: "unread", key: "unread" });
      marked = true;
    }
    bubble.first =
      newDay || firstUnread || !before || before.sender !== bubble.sender || bubble.at - before.at > together;
    if (before && bubble.first) before.last = true;
    rows.push(bubble);
    before = bubble;
  }
  if (before) before.last = true;
  return rows;
}

function fromMessage(message: Message, { me, members }: TimelineInput): Bubble {
  const mine = message.sender === me;
  return {
    kind: "bubble",
    key: `${message.sender}-${message.client_id || message.seq}`,
    id: message.client_id,
    seq: message.seq,
    sender: message.sender,
    mine,
    at: Date.parse(message.at),
    text: message.text,
    media: message.media,
    status: mine ? statusOf(message.seq, me, members) : "read",
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
    status: item.state === "queued" ? waiting : item.state,
    error: item.error?.message,
    deleted: false,
    first: false,
    last: false,
  };
}

/** What all the others did: read by one of five is not read. */
export function statusOf(seq: number, me: number, members: readonly Member[]): Status {
  const others = members.filter(({ user }) => user.id !== me);
  if (others.length === 0) return "sent";
  if (others.every(({ read_seq }) => read_seq >= seq)) return "read";
  return others.every(({ delivered_seq }) => delivered_seq >= seq) ? "delivered" : "sent";
}

function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/** Messages of others after a mark. */
export function unreadAfter(messages: readonly Message[], me: number, mark: number): number {
  return messages.filter(({ seq, sender }) => seq > mark && sender !== me).length;
}
