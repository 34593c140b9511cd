import { describe, expect, it } from "vitest";
import type { Unsent } from "@/live";
import { alice, bruno, chloe, detail, member, message } from "./samples";
import {
  type Bubble,
  lastEditable,
  mayDeleteForAll,
  mayEdit,
  statusOf,
  type TimelineInput,
  timeline,
  unreadAfter,
} from "./timeline";

const at = (hour: number, minute: number, day = 20) => new Date(2026, 10, day, hour, minute).toISOString();
const unsent = (id: string, more: Partial<Unsent> = {}): Unsent => ({
  id,
  stream: "chat:5",
  at: Date.parse(at(12, 30)),
  command: { type: "send", text: id, media: [], reply_to: null },
  state: "queued",
  ...more,
});
const rows = (input: Partial<TimelineInput>) =>
  timeline({
    messages: [],
    unsent: [],
    me: alice,
    members: detail().members,
    online: true,
    readUpTo: undefined,
    ...input,
  });
const kinds = (input: Partial<TimelineInput>) =>
  rows(input).map((row) => (row.kind === "bubble" ? (row.seq ?? row.id) : row.kind));
const bubbles = (input: Partial<TimelineInput>) =>
  rows(input).filter((row): row is Bubble => row.kind === "bubble");

describe("a company's chat", () => {
  const [company, nuria, lucia] = [alice, 12, 13];

  it("groups messages by the employee who wrote", () => {
    const messages = [
      message(1, company, { agent: nuria, at: at(12, 0) }),
      message(2, company, { agent: nuria, at: at(12, 1) }),
      message(3, company, { agent: lucia, at: at(12, 2) }),
    ];
    const shown = bubbles({
      messages,
      agent: lucia,
      unsent: [unsent("next", { at: Date.parse(at(12, 3)) })],
    });
    expect(shown.map(({ mine, first, agent }) => [mine, first, agent])).toEqual([
      [true, true, nuria],
      [true, false, nuria],
      [true, true, lucia],
      [true, false, lucia],
    ]);
  });

  it("lets only the employee who wrote edit", () => {
    const written = message(1, company, { agent: nuria });
    const now = Date.parse(written.at);
    expect(mayEdit(written, company, now, nuria)).toBe(true);
    expect(mayEdit(written, company, now, lucia)).toBe(false);
    expect(lastEditable([written], company, now, lucia)).toBeUndefined();
  });
});

describe("the timeline", () => {
  it("separates days in the reader's time zone", () => {
    const messages = [
      message(1, bruno, { at: at(23, 59, 19) }),
      message(2, bruno, { at: at(0, 1, 20) }),
      message(3, bruno, { at: at(0, 2, 20) }),
    ];
    expect(kinds({ messages })).toEqual(["day", 1, "day", 2, 3]);
  });

  it("groups consecutive messages of one person", () => {
    const messages = [
      message(1, bruno, { at: at(12, 0) }),
      message(2, bruno, { at: at(12, 1) }),
      message(3, alice, { at: at(12, 2) }),
      message(4, bruno, { at: at(12, 3) }),
      message(5, bruno, { at: at(12, 20) }),
    ];
    const edges = bubbles({ messages }).map(({ first, last }) => `${first ? "f" : ""}${last ? "l" : ""}`);
    expect(edges).toEqual(["f", "l", "fl", "fl", "fl"]);
  });

  it("keeps existing rows when an older page is added", () => {
    const messages = [4, 5, 6].map((seq) => message(seq, bruno, { at: at(12, seq) }));
    const older = [2, 3].map((seq) => message(seq, bruno, { at: at(12, seq) }));
    const before = bubbles({ messages });
    const after = bubbles({ messages: [...older, ...messages] }).slice(2);
    expect(after.map((row, index) => row === before[index])).toEqual([false, true, true]);
  });

  it("adds quotes and receipts when they become known", () => {
    const reply = message(9, alice, { reply_to: 2, at: at(12, 9) });
    const quoted = message(2, bruno, { at: at(12, 2) });
    const [alone] = bubbles({ messages: [reply] });
    expect(alone?.answered).toBeUndefined();
    expect(bubbles({ messages: [quoted, reply] }).at(-1)?.answered).toBe(quoted);
    const members = [member(alice), member(bruno, { read_seq: 9, delivered_seq: 9 })];
    expect(bubbles({ messages: [reply], members })[0]?.status).toBe("read");
    expect(bubbles({ messages: [reply], members: [member(alice), member(bruno)] })[0]?.status).toBe("sent");
  });

  it("shows one line before the first unread message", () => {
    const messages = [message(1, bruno), message(2, alice), message(3, bruno), message(4, bruno)];
    expect(kinds({ messages, readUpTo: 1 })).toEqual(["day", 1, 2, "unread", 3, 4]);
    expect(kinds({ messages, readUpTo: 4 })).toEqual(["day", 1, 2, 3, 4]);
    expect(unreadAfter(messages, alice, 1)).toBe(2);
  });

  it("shows an unsent message last, and once when confirmed", () => {
    const messages = [message(1, bruno, { at: at(12, 0) })];
    expect(kinds({ messages, unsent: [unsent("A"), unsent("B")] })).toEqual(["day", 1, "A", "B"]);
    const confirmed = [...messages, message(2, alice, { client_id: "A", at: at(12, 31) })];
    expect(
      kinds({ messages: confirmed, unsent: [unsent("A", { state: "sent", seq: 2 }), unsent("B")] }),
    ).toEqual(["day", 1, 2, "B"]);
  });

  it("keeps the key of a message when it is confirmed", () => {
    const [before] = bubbles({ unsent: [unsent("A")] });
    const [after] = bubbles({ messages: [message(2, alice, { client_id: "A" })] });
    expect(after?.key).toBe(before?.key);
  });

  it("ignores equal ids of other authors", () => {
    const messages = [message(1, bruno, { client_id: "A", at: at(12, 0) })];
    expect(kinds({ messages, unsent: [unsent("A")] })).toEqual(["day", 1, "A"]);
  });

  it("shows the delivery status of own messages", () => {
    const states = (more: Partial<Unsent>, online = true) =>
      bubbles({ unsent: [unsent("A", more)], online })[0]?.status;
    expect(states({})).toBe("sending");
    expect(states({}, false)).toBe("queued");
    expect(states({ state: "failed" })).toBe("failed");
    expect(states({ state: "sent" })).toBe("sent");
    const [me, other] = detail().members;
    if (!me || !other) throw new Error("two members");
    const third = { ...other, user: { ...other.user, id: 3 } };
    expect(statusOf(5, alice, [me, other])).toBe("sent");
    expect(statusOf(5, alice, [me, { ...other, delivered_seq: 5 }])).toBe("delivered");
    expect(statusOf(5, alice, [me, { ...other, delivered_seq: 9, read_seq: 5 }])).toBe("read");
    expect(statusOf(5, alice, [me, { ...other, delivered_seq: 9, read_seq: 5 }, third])).toBe("sent");
  });

  it("reads by all who send read marks, and delivers to all who accepted", () => {
    const other = member(bruno, { delivered_seq: 9, read_seq: 9 });
    const silent = member(chloe, { delivered_seq: 5, shows_read: false });
    expect(statusOf(5, alice, [member(alice), other, silent])).toBe("read");
    expect(statusOf(5, alice, [member(alice), silent])).toBe("delivered");
    expect(statusOf(6, alice, [member(alice), silent])).toBe("sent");
    const asked = member(chloe, { request_from: alice, shows_read: false });
    expect(statusOf(9, alice, [member(alice), { ...other, shows_read: false }, asked])).toBe("delivered");
    expect(statusOf(9, alice, [member(alice), asked])).toBe("sent");
  });

  it("shows system notes between message groups", () => {
    const note = message(2, alice, { at: at(12, 1), system: { kind: "renamed", users: [], title: "Boats" } });
    const messages = [message(1, bruno, { at: at(12, 0) }), note, message(3, bruno, { at: at(12, 2) })];
    expect(rows({ messages }).map(({ kind }) => kind)).toEqual(["day", "bubble", "note", "bubble"]);
    expect(bubbles({ messages }).map(({ first, last }) => [first, last])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(unreadAfter(messages, 99, 0)).toBe(2);
  });
});

describe("permissions on a message", () => {
  const now = Date.parse("2026-11-20T13:00:00.000Z");
  const tomorrow = now + 25 * 3_600_000;
  const group = [member(alice, { role: "admin" }), member(bruno)] as const;

  it("lets the author edit for a day", () => {
    expect(mayEdit(message(1, alice), alice, now)).toBe(true);
    expect(mayEdit(message(1, bruno), alice, now)).toBe(false);
    expect(mayEdit(message(1, alice), alice, tomorrow)).toBe(false);
    expect(mayEdit(message(1, alice, { deleted: true }), alice, now)).toBe(false);
    expect(
      lastEditable([message(1, alice), message(2, alice, { forwarded: true }), message(3)], alice, now)?.seq,
    ).toBe(1);
  });

  it("lets the author delete for a day and an admin always", () => {
    expect(mayDeleteForAll(message(1, bruno), group[1], true, now)).toBe(true);
    expect(mayDeleteForAll(message(1, bruno), group[1], true, tomorrow)).toBe(false);
    expect(mayDeleteForAll(message(1, bruno), group[0], true, tomorrow)).toBe(true);
    expect(mayDeleteForAll(message(1, alice), group[0], true, tomorrow)).toBe(true);
    expect(mayDeleteForAll(message(1, alice), group[0], false, tomorrow)).toBe(false);
    expect(mayDeleteForAll(message(1, bruno), group[0], false, tomorrow)).toBe(false);
    expect(mayDeleteForAll(message(1, alice), group[1], true, now)).toBe(false);
  });
});
