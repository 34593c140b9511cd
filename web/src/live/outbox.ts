// Unsent commands of this account. Each command is one entry of the local storage, so
// that tabs never overwrite each other; the newest id sorts last. A web lock lets one tab at a time empty it, in order
// per stream. The lock is for order and economy only: that a command acts once rests on its id.

import { type CommandTransport, sendWithRetry } from "./commands";
import type { WireError } from "./frames";
import { createStore, type Readable } from "./store";
import { ulid } from "./ulid";

export interface Sendable {
  type: "send";
  text: string;
  media: number[];
  reply_to: number | null;
  /** Mentioned users. Absent in entries of older versions. */
  mentions?: number[];
}

export interface Unsent {
  id: string;
  stream: string;
  /** Unix milliseconds. */
  at: number;
  command: Sendable;
  /** Display data until the command is confirmed. The server never receives it. */
  shown?: unknown;
  /** `sent` was acknowledged with `seq` and waits until the stream has shown it. */
  state: "queued" | "failed" | "sent";
  seq?: number;
  error?: WireError;
}

const STORAGE_PREFIX = "plaza.outbox.";

const prefixOf = (account: number) => `${STORAGE_PREFIX}${account}.`;

export function forgetOutbox(account: number, storage: Storage = localStorage): void {
  for (const key of keysOf(account, storage)) storage.removeItem(key);
}

function keysOf(account: number, storage: Storage): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(prefixOf(account)));
}

function parse(text: string | null): Unsent | undefined {
  try {
    const item = JSON.parse(text ?? "null");
    return typeof item?.id === "string" && typeof item?.stream === "string" ? item : undefined;
  } catch {
    return undefined;
  }
}

type Locks = Pick<LockManager, "request">;

export interface OutboxPlace {
  storage: Storage;
  /** Absent where the page is not a secure context: then each tab empties the outbox for itself. */
  locks?: Locks | undefined;
}

export class Outbox {
  readonly #account: number;
  readonly #link: CommandTransport;
  readonly #place: OutboxPlace;
  readonly #reached: (stream: string) => number;
  readonly #items = createStore<readonly Unsent[]>([]);
  readonly #stop = new AbortController();
  readonly #emptying = new Set<string>();
  /** Ids of the commands that the server may be reading now. */
  readonly #sending = new Set<string>();
  #unlisten: () => void = () => {};

  /** `reached` returns the shown position of a stream; infinite if the stream is not followed. */
  constructor(
    account: number,
    link: CommandTransport,
    place: OutboxPlace,
    reached: (stream: string) => number,
  ) {
    this.#account = account;
    this.#link = link;
    this.#place = place;
    this.#reached = reached;
  }

  get items(): Readable<readonly Unsent[]> {
    return this.#items;
  }

  start(): void {
    const { storage } = this.#place;
    const stored = keysOf(this.#account, storage).map((key) => parse(storage.getItem(key)));
    this.#items.set(
      stored
        .filter((item) => item !== undefined)
        .filter((item) => item.state !== "sent")
        .sort(byId),
    );
    const unphase = this.#link.phase.subscribe(() => this.#drain());
    const onStorage = (event: StorageEvent) => this.#elsewhere(event);
    globalThis.addEventListener?.("storage", onStorage);
    this.#unlisten = () => {
      unphase();
      globalThis.removeEventListener?.("storage", onStorage);
    };
    this.#drain();
  }

  stop(): void {
    this.#stop.abort();
    this.#unlisten();
  }

  send(stream: string, command: Sendable, shown?: unknown): Unsent {
    const item: Unsent = { id: ulid(), stream, at: Date.now(), command, shown, state: "queued" };
    this.#put(item);
    this.#drain();
    return item;
  }

  /** A refused command is tried once more, under the id it had: had it been taken after all, it is not doubled. */
  retry(id: string): void {
    const item = this.#find(id);
    if (item?.state !== "failed") return;
    this.#put({ ...item, state: "queued", error: undefined });
    this.#drain();
  }

  /** Withdraws a failed command, or one that waits and is not being sent. */
  discard(id: string): void {
    const item = this.#find(id);
    if (item && item.state !== "sent" && !this.#sending.has(id)) this.#drop(id);
  }

  /** Runs when a stream advances or is no longer followed. */
  settle(): void {
    this.#forgetShown();
  }

  clear(): void {
    forgetOutbox(this.#account, this.#place.storage);
    this.#items.set([]);
  }

  #drain(): void {
    if (this.#link.phase.get() !== "up" || this.#stop.signal.aborted) return;
    const queued = this.#items.get().filter((item) => item.state === "queued");
    for (const stream of new Set(queued.map((item) => item.stream))) void this.#empty(stream);
  }

  /** Streams do not wait for each other; within one, the order of writing holds. */
  async #empty(stream: string): Promise<void> {
    if (this.#emptying.has(stream)) return;
    this.#emptying.add(stream);
    const lost = new AbortController();
    const unphase = this.#link.phase.subscribe(() => {
      if (this.#link.phase.get() !== "up") lost.abort(new Error("connection lost"));
    });
    const signal = AbortSignal.any([this.#stop.signal, lost.signal]);
    try {
      await this.#locked(stream, signal, () => this.#sendAll(stream, signal));
    } catch (failure) {
      // Offline again: the lock is given back, and the next connection, of any tab, goes on.
      if (!signal.aborted) throw failure;
    } finally {
      unphase();
      this.#emptying.delete(stream);
    }
    this.#drain();
  }

  async #locked(stream: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const { locks } = this.#place;
    if (!locks) return work();
    await locks.request(`${STORAGE_PREFIX}${this.#account}.${stream}`, { signal }, work);
  }

  async #sendAll(stream: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const item = this.#items.get().find((one) => one.stream === stream && one.state === "queued");
      if (!item) return;
      const payload = { stream, id: item.id, command: item.command };
      this.#sending.add(item.id);
      const ack = await sendWithRetry<{ seq: number }>(this.#link, "command", payload, signal).finally(() =>
        this.#sending.delete(item.id),
      );
      if (this.#find(item.id) === undefined) continue;
      if (ack.ok) this.#acknowledged(item, ack.result.seq);
      else this.#put({ ...item, state: "failed", error: ack.error });
    }
  }

  #acknowledged(item: Unsent, seq: number): void {
    // Written before it is removed: the other tabs learn the sequence, and show it until their stream has it.
    this.#put({ ...item, state: "sent", seq });
    this.#place.storage.removeItem(this.#key(item.id));
    this.#forgetShown();
  }

  #elsewhere(event: StorageEvent): void {
    if (event.key === null) {
      this.#items.set([]);
      return;
    }
    const prefix = prefixOf(this.#account);
    if (!event.key.startsWith(prefix)) return;
    const item = parse(event.newValue);
    if (item) {
      this.#show(item);
      this.#drain();
    } else {
      const id = event.key.slice(prefix.length);
      this.#keep((one) => one.id !== id || one.state === "sent");
    }
    this.#forgetShown();
  }

  /** Drops confirmed entries that their stream shows, or whose stream is not followed. */
  #forgetShown(): void {
    this.#keep((item) => item.state !== "sent" || (item.seq ?? 0) > this.#reached(item.stream));
  }

  #find(id: string): Unsent | undefined {
    return this.#items.get().find((item) => item.id === id);
  }

  #put(item: Unsent): void {
    try {
      this.#place.storage.setItem(this.#key(item.id), JSON.stringify(item));
    } catch {
      // The storage is full or shut: it is still sent, it only would not survive a reload.
    }
    this.#show(item);
  }

  #drop(id: string): void {
    this.#place.storage.removeItem(this.#key(id));
    this.#keep((item) => item.id !== id);
  }

  #show(item: Unsent): void {
    const others = this.#items.get().filter((one) => one.id !== item.id);
    this.#items.set([...others, item].sort(byId));
  }

  #keep(wanted: (item: Unsent) => boolean): void {
    const items = this.#items.get();
    const kept = items.filter(wanted);
    if (kept.length !== items.length) this.#items.set(kept);
  }

  #key(id: string): string {
    return prefixOf(this.#account) + id;
  }
}

function byId(a: Unsent, b: Unsent): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
