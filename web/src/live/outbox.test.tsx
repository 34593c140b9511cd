import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket } from "@/test/FakeSocket";
import { LiveClient } from "./client";
import { forgetOutbox, type OutboxPlace, type Sendable } from "./outbox";
import type { Topic } from "./subscription";

const stream = "chat:1";
const send = (text: string): Sendable => ({ type: "send", text, media: [], reply_to: null });
const counter: Topic<number> = { snapshot: (data) => data as number, event: (state) => state + 1 };
const settled = () => vi.advanceTimersByTimeAsync(0);
const opened: LiveClient[] = [];

/** A tab: a client over its own socket, on the storage that all tabs share. */
function tab(account = 7, locks?: OutboxPlace["locks"]) {
  let socket!: FakeSocket;
  const live = new LiveClient({
    account,
    token: async () => "t",
    refresh: async () => "t",
    open: (auth) => {
      socket = new FakeSocket(auth);
      return socket;
    },
    place: { storage: localStorage, locks },
  });
  opened.push(live);
  live.start();
  return { live, socket, texts: () => live.outbox.items.get().map((item) => item.command.text) };
}

/** Fires the storage event that other tabs would receive. jsdom has one window and fires none. */
function tellOtherTabs(key: string, newValue: string | null) {
  dispatchEvent(new StorageEvent("storage", { key, newValue }));
}

const textOf = (said: { payload: Record<string, unknown> }) => (said.payload.command as Sendable).text;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});

afterEach(() => {
  for (const live of opened.splice(0)) live.stop();
  vi.useRealTimers();
});

describe("the outbox", () => {
  it("keeps offline commands and sends them in order", async () => {
    const { live, socket, texts } = tab();
    live.outbox.send(stream, send("one"));
    live.outbox.send(stream, send("two"));
    expect(texts()).toEqual(["one", "two"]);
    await socket.accept();
    await settled();
    const first = socket.take("command");
    expect(textOf(first)).toBe("one");
    expect(socket.sent).toHaveLength(0);
    first.answer({ ok: true, result: { seq: 1 } });
    await settled();
    expect(textOf(socket.take("command"))).toBe("two");
  });

  it("keeps ids through a reload", async () => {
    const before = tab();
    const { id } = before.live.outbox.send(stream, send("one"), { note: "shown" });
    before.live.stop();
    const after = tab();
    expect(after.live.outbox.items.get()).toMatchObject([{ id, shown: { note: "shown" } }]);
    await after.socket.accept();
    await settled();
    expect(after.socket.take("command").payload).toMatchObject({ id, stream, command: send("one") });
  });

  it("resends an unanswered command with the same id", async () => {
    const { live, socket, texts } = tab();
    await socket.accept();
    const { id } = live.outbox.send(stream, send("one"));
    await settled();
    expect(socket.take("command").payload.id).toBe(id);
    socket.lose();
    await socket.accept();
    await vi.advanceTimersByTimeAsync(500);
    const again = socket.take("command");
    expect(again.payload.id).toBe(id);
    again.answer({ ok: true, result: { seq: 5, repeat: true } });
    await settled();
    expect(texts()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it("waits when the server is busy", async () => {
    const { live, socket } = tab();
    await socket.accept();
    live.outbox.send(stream, send("one"));
    await settled();
    socket.take("command").answer({ ok: false, error: { code: "busy", message: "Busy" } });
    await vi.advanceTimersByTimeAsync(1_000);
    socket.take("command").answer({ ok: true, result: { seq: 1 } });
    await settled();
    expect(live.outbox.items.get()).toEqual([]);
  });

  it("marks a rejected command as failed and continues", async () => {
    const { live, socket, texts } = tab();
    await socket.accept();
    const { id } = live.outbox.send(stream, send("bad"));
    live.outbox.send(stream, send("good"));
    await settled();
    const refusal = { ok: false, error: { code: "chat.text_too_long", message: "Too long" } };
    socket.take("command").answer(refusal);
    await settled();
    expect(live.outbox.items.get()[0]).toMatchObject({ id, state: "failed", error: refusal.error });
    expect(textOf(socket.take("command"))).toBe("good");
    live.outbox.retry(id);
    expect(live.outbox.items.get()[0]?.state).toBe("queued");
    expect(texts()).toEqual(["bad", "good"]);
  });

  it("withdraws a queued command that is not being sent", async () => {
    const { live, socket, texts } = tab();
    const { id } = live.outbox.send(stream, send("one"));
    live.outbox.discard(id);
    expect(texts()).toEqual([]);
    expect(localStorage).toHaveLength(0);
    await socket.accept();
    await settled();
    expect(socket.sent).toHaveLength(0);
  });

  it("keeps a command that is being sent", async () => {
    const { live, socket, texts } = tab();
    await socket.accept();
    const one = live.outbox.send(stream, send("one"));
    const two = live.outbox.send(stream, send("two"));
    await settled();
    live.outbox.discard(one.id);
    live.outbox.discard(two.id);
    expect(texts()).toEqual(["one"]);
    socket.lose();
    await settled();
    live.outbox.discard(one.id);
    expect(texts()).toEqual([]);
  });

  it("drops a failed command permanently", async () => {
    const { live, socket } = tab();
    await socket.accept();
    const { id } = live.outbox.send(stream, send("bad"));
    await settled();
    socket.take("command").answer({ ok: false, error: { code: "chat.not_member", message: "No" } });
    await settled();
    live.outbox.discard(id);
    expect(live.outbox.items.get()).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it("shows a confirmed command until the stream shows it", async () => {
    const { live, socket, texts } = tab();
    await socket.accept();
    live.follow(stream, counter);
    const join = socket.take("join");
    socket.fire("snapshot", { type: "snapshot", stream, epoch: "e", seq: 4, reason: "join", data: 0 });
    join.answer({ ok: true, result: { epoch: "e", seq: 4, mode: "snapshot" } });
    live.outbox.send(stream, send("one"));
    await settled();
    socket.take("command").answer({ ok: true, result: { seq: 5 } });
    await settled();
    expect(texts()).toEqual(["one"]);
    socket.fire("event", { type: "event", stream, epoch: "e", seq: 5, data: {} });
    expect(texts()).toEqual([]);
  });

  it("drops a command when the stream precedes its ack", async () => {
    const { live, socket, texts } = tab();
    await socket.accept();
    live.follow(stream, counter);
    socket.fire("snapshot", { type: "snapshot", stream, epoch: "e", seq: 4, reason: "join", data: 0 });
    live.outbox.send(stream, send("one"));
    await settled();
    socket.fire("event", { type: "event", stream, epoch: "e", seq: 5, data: {} });
    socket.take("command").answer({ ok: true, result: { seq: 5 } });
    await settled();
    expect(texts()).toEqual([]);
  });

  it("does not block other streams when one is busy", async () => {
    const { live, socket } = tab();
    await socket.accept();
    live.outbox.send(stream, send("one"));
    await settled();
    expect(textOf(socket.take("command"))).toBe("one");
    live.outbox.send("chat:2", send("other"));
    await settled();
    expect(textOf(socket.take("command"))).toBe("other");
  });

  it("is drained by one tab at a time", async () => {
    let chain: Promise<unknown> = Promise.resolve();
    const request = vi.fn((_name: string, _options: unknown, work: () => Promise<void>) => {
      chain = chain.then(work);
      return chain;
    });
    const locks = { request } as unknown as OutboxPlace["locks"];
    const [one, two] = [tab(7, locks), tab(7, locks)];
    await one.socket.accept();
    await two.socket.accept();
    const item = one.live.outbox.send(stream, send("one"));
    const key = `plaza.outbox.7.${item.id}`;
    tellOtherTabs(key, localStorage.getItem(key));
    await settled();
    expect(two.texts()).toEqual(["one"]);
    expect(two.socket.sent).toHaveLength(0);
    one.socket.take("command").answer({ ok: true, result: { seq: 1 } });
    tellOtherTabs(key, null);
    await settled();
    expect(two.texts()).toEqual([]);
    expect(two.socket.sent).toHaveLength(0);
  });

  it("belongs to one account and is deleted with it", () => {
    tab(7).live.outbox.send(stream, send("mine"));
    expect(tab(8).texts()).toEqual([]);
    forgetOutbox(8);
    expect(tab(7).texts()).toEqual(["mine"]);
    forgetOutbox(7);
    expect(tab(7).texts()).toEqual([]);
  });
});
