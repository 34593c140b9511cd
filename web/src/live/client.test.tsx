import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket } from "@/test/FakeSocket";
import { LiveClient } from "./client";
import { useTopicPatch } from "./hooks";
import { LiveContext } from "./LiveContext";
import { resync, type Topic } from "./subscription";

/** Letters in the order they came. */
const letters: Topic<string> = {
  snapshot: (data) => data as string,
  event: (state, event) => {
    const { letter } = event as { letter: string };
    return letter === "?" ? resync : state + letter;
  },
  signal: (state, signal) => state + (signal as string),
};

const stream = "chat:1";
let socket: FakeSocket;
let live: LiveClient;
let refresh: ReturnType<typeof vi.fn<() => Promise<string | null>>>;

function makeClient(): LiveClient {
  refresh = vi.fn(async () => "second");
  return new LiveClient({
    account: 7,
    token: async () => "first",
    refresh,
    open: (auth) => {
      socket = new FakeSocket(auth);
      return socket;
    },
    place: { storage: localStorage },
  });
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const view = () => live.subscription(stream, letters).view.get();
const event = (seq: number, letter: string, epoch = "e") =>
  socket.fire("event", { type: "event", stream, epoch, seq, data: { letter } });
const resumed = (from: number, events: [number, string][], seq: number) =>
  socket.fire("resumed", {
    type: "resumed",
    stream,
    epoch: "e",
    from,
    seq,
    events: events.map(([at, letter]) => ({ seq: at, letter })),
  });

/** Answers the join that is waiting with a snapshot. */
async function giveSnapshot(data: string, seq: number, epoch = "e") {
  const join = socket.take("join");
  socket.fire("snapshot", { type: "snapshot", stream, epoch, seq, reason: "join", data });
  join.answer({ ok: true, result: { epoch, seq, mode: "snapshot" } });
  await settled();
  return join;
}

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  live = makeClient();
  live.start();
  await socket.accept();
});

afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

describe("a stream", () => {
  it("applies the snapshot, then every event", async () => {
    live.follow(stream, letters);
    const join = await giveSnapshot("ab", 2);
    expect(join.payload).toEqual({ stream });
    event(3, "c");
    socket.fire("signal", { type: "signal", stream, data: "!" });
    expect(view()).toMatchObject({ status: "live", state: "abc!" });
    expect(live.state.get()).toBe("online");
  });

  it("keeps the last state and stops when access ends", async () => {
    live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    const error = { code: "not_found", message: "gone" };
    socket.fire("ended", { type: "ended", stream, error });
    expect(view()).toMatchObject({ status: "refused", state: "ab", error });
    event(3, "c");
    expect(view().state).toBe("ab");
    expect(socket.sent.filter((said) => said.event === "join")).toEqual([]);
  });

  it("ignores repeated events", async () => {
    live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    event(3, "c");
    event(3, "c");
    event(2, "b");
    expect(view().state).toBe("abc");
  });

  it("requests missing events after a gap", async () => {
    live.follow(stream, letters);
    await giveSnapshot("a", 1);
    event(3, "c");
    expect(view().state).toBe("a");
    const join = socket.take("join");
    expect(join.payload).toEqual({ stream, since: { epoch: "e", seq: 1 } });
    event(4, "d");
    resumed(
      1,
      [
        [2, "b"],
        [3, "c"],
        [4, "d"],
      ],
      4,
    );
    join.answer({ ok: true, result: { epoch: "e", seq: 4, mode: "resumed" } });
    await settled();
    event(5, "e");
    expect(view().state).toBe("abcde");
    expect(socket.sent.filter((said) => said.event === "join")).toHaveLength(0);
  });

  it("sorts resumed events and skips known ones", async () => {
    live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    event(4, "d");
    socket.take("join");
    resumed(
      1,
      [
        [5, "e"],
        [2, "b"],
        [3, "c"],
      ],
      6,
    );
    expect(view().state).toBe("abce");
    event(7, "g");
    expect(view().state).toBe("abceg");
  });

  it("replaces its state on a resync", async () => {
    live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    socket.fire("snapshot", { type: "snapshot", stream, epoch: "e", seq: 9, reason: "resync", data: "xyz" });
    event(10, "!");
    expect(view().state).toBe("xyz!");
  });

  it("joins again when the reducer rejects an event", async () => {
    live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    event(3, "?");
    const join = await giveSnapshot("abc", 3);
    expect(join.payload).toEqual({ stream });
    expect(view().state).toBe("abc");
  });

  it("joins again when the epoch changed", async () => {
    live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    event(3, "c", "other");
    expect(view().state).toBe("ab");
    await giveSnapshot("new", 3, "other");
    expect(view().state).toBe("new");
  });

  it("rejects a position that it has not reached", async () => {
    live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    socket.lose();
    await socket.accept();
    socket.take("join").answer({ ok: true, result: { epoch: "e", seq: 5, mode: "current" } });
    await vi.advanceTimersByTimeAsync(400);
    expect(socket.take("join").payload).toEqual({ stream });
  });

  it("joins once for two subscribers and leaves after the last", async () => {
    const first = live.follow(stream, letters);
    const second = live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    expect(socket.sent).toHaveLength(0);
    first();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(socket.sent).toHaveLength(0);
    second();
    second();
    await vi.advanceTimersByTimeAsync(4_000);
    live.follow(stream, letters)();
    await vi.advanceTimersByTimeAsync(4_900);
    expect(socket.sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(socket.take("leave").payload).toEqual({ stream });
  });

  it("takes a change from this side without following the stream", async () => {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <LiveContext value={live}>{children}</LiveContext>
    );
    let drawn = 0;
    const { result } = renderHook(
      () => {
        drawn += 1;
        return useTopicPatch(stream, letters);
      },
      { wrapper },
    );
    expect(socket.sent).toHaveLength(0);
    live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    act(() => result.current((state) => `${state}c`));
    expect(view().state).toBe("abc");
    expect(drawn).toBe(1);
  });

  it("shows the last state and resumes when followed again", async () => {
    const release = live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    release();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(view()).toMatchObject({ status: "stale", state: "ab" });
    live.follow(stream, letters);
    expect(socket.take("join").payload).toEqual({ stream, since: { epoch: "e", seq: 2 } });
  });

  it("reports a rejected join and retries on request", async () => {
    live.follow(stream, letters);
    socket.take("join").answer({ ok: false, error: { code: "not_found", message: "No such chat" } });
    await settled();
    expect(view()).toMatchObject({ status: "refused", error: { code: "not_found" } });
    live.retry(stream);
    await giveSnapshot("ab", 2);
    expect(view().status).toBe("live");
  });

  it("waits when the server is busy", async () => {
    live.follow(stream, letters);
    socket.take("join").answer({ ok: false, error: { code: "busy", message: "Busy", retry_after_ms: 700 } });
    await vi.advanceTimersByTimeAsync(690);
    expect(socket.sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(400);
    await giveSnapshot("ab", 2);
    expect(view().state).toBe("ab");
  });
});

describe("the connection", () => {
  it("resumes every stream after a lost connection", async () => {
    live.follow(stream, letters);
    await giveSnapshot("ab", 2);
    socket.lose();
    expect(live.state.get()).toBe("offline");
    expect(view()).toMatchObject({ status: "stale", state: "ab" });
    await socket.accept();
    expect(live.state.get()).toBe("resuming");
    const join = socket.take("join");
    resumed(2, [[3, "c"]], 3);
    join.answer({ ok: true, result: { epoch: "e", seq: 3, mode: "resumed" } });
    await settled();
    expect(live.state.get()).toBe("online");
    expect(view()).toMatchObject({ status: "live", state: "abc" });
  });

  it("refreshes the token when it is rejected", async () => {
    socket.kick();
    await vi.advanceTimersByTimeAsync(2_000);
    const before = socket.connects;
    socket.refuse("unauthenticated");
    await settled();
    expect(refresh).toHaveBeenCalledOnce();
    expect(socket.connects).toBe(before + 1);
  });

  it("stays disconnected when the session is over", async () => {
    refresh.mockResolvedValue(null);
    socket.kick();
    await vi.advanceTimersByTimeAsync(2_000);
    const before = socket.connects;
    socket.refuse("unauthenticated");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.connects).toBe(before);
  });

  it("reconnects after the server closed it", async () => {
    const before = socket.connects;
    socket.kick();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(socket.connects).toBe(before + 1);
  });

  it("sends a new token when asked to renew", async () => {
    socket.fire("renew", { type: "renew", expires_in_ms: 60_000 });
    await settled();
    expect(socket.take("renew").payload).toEqual({ token: "second" });
  });

  it("waits as long as a stopping server asks", async () => {
    const before = socket.connects;
    socket.fire("reconnect", { type: "reconnect", delay_ms: 3_000 });
    socket.lose();
    expect(socket.active).toBe(false);
    live.hurry();
    await vi.advanceTimersByTimeAsync(2_900);
    expect(socket.connects).toBe(before);
    await vi.advanceTimersByTimeAsync(200);
    expect(socket.connects).toBe(before + 1);
  });

  it("closes after two unanswered requests", async () => {
    const ack = live.command(stream, { type: "read", seq: 1 });
    await vi.advanceTimersByTimeAsync(5_400);
    expect(socket.connected).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.connected).toBe(false);
    const ids = [socket.take("command"), socket.take("command")].map((said) => said.payload.id);
    await socket.accept();
    await vi.advanceTimersByTimeAsync(400);
    const last = socket.take("command");
    last.answer({ ok: true, result: {} });
    await expect(ack).resolves.toEqual({ ok: true, result: {} });
    expect(new Set([...ids, last.payload.id]).size).toBe(1);
  });
});

describe("a change that shows early", () => {
  it("gives up at once without a connection", async () => {
    socket.lose();
    await expect(live.change(stream, { type: "delete", seq: 1 })).resolves.toBeUndefined();
    await socket.accept();
    expect(socket.sent.filter(({ event }) => event === "command")).toEqual([]);
  });

  it("gives up when the connection is lost before the answer", async () => {
    const change = live.change(stream, { type: "delete", seq: 1 });
    await settled();
    socket.lose();
    await expect(change).resolves.toBeUndefined();
  });

  it("resolves with the answer of the server", async () => {
    const change = live.change(stream, { type: "delete", seq: 1 });
    await settled();
    socket.take("command").answer({ ok: true, result: {} });
    await expect(change).resolves.toEqual({ ok: true, result: {} });
  });
});

describe("marks", () => {
  it("send one at a time and skip outdated ones", async () => {
    live.mark(stream, "read", 3);
    live.mark(stream, "read", 4);
    live.mark(stream, "read", 9);
    live.mark(stream, "read", 5);
    await settled();
    const first = socket.take("command");
    expect(first.payload.command).toEqual({ type: "read", seq: 3 });
    expect(socket.sent).toHaveLength(0);
    first.answer({ ok: true, result: { up_to: 3 } });
    await settled();
    const second = socket.take("command");
    expect(second.payload.command).toEqual({ type: "read", seq: 9 });
    second.answer({ ok: true, result: { up_to: 9 } });
    await settled();
    expect(socket.sent).toHaveLength(0);
  });
});
