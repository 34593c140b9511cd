// The live side of one signed-in account: the connection, the streams that are followed, the marks and the outbox.

import { sendWithRetry } from "./commands";
import { Connection, type Session } from "./connection";
import type { Ack, StreamFrame } from "./frames";
import { Outbox, type OutboxPlace } from "./outbox";
import { type ReceiptKind, Receipts } from "./receipts";
import { type Credentials, type LiveSocket, openSocket } from "./socket";
import { createStore, type Readable } from "./store";
import { Subscription, type Topic } from "./subscription";
import { ulid } from "./ulid";

export type ConnectionState = "connecting" | "online" | "offline" | "resuming";

/** A stream is left this long after its last user went, so that going from a screen to the next keeps it. */
const LEAVE_DELAY_MS = 5_000;
/** Cached states of streams without a subscriber, so that a screen shows the last state at once. */
const MAX_CACHED_STATES = 40;

interface Followed {
  subscription: Subscription;
  users: number;
  leaving: ReturnType<typeof setTimeout> | undefined;
}

export interface LiveOptions extends Session {
  account: number;
  open?: (auth: Credentials) => LiveSocket;
  place?: OutboxPlace;
}

export class LiveClient {
  readonly account: number;
  readonly outbox: Outbox;
  readonly #connection: Connection;
  readonly #marks: Receipts;
  readonly #followed = new Map<string, Followed>();
  readonly #state = createStore<ConnectionState>("connecting");
  readonly #stop = new AbortController();
  #resuming = 0;

  constructor({ account, token, refresh, open = openSocket, place = browserPlace() }: LiveOptions) {
    this.account = account;
    this.#connection = new Connection(open, { token, refresh }, (frame) => this.#receive(frame));
    this.#marks = new Receipts(this.#connection, this.#stop.signal);
    this.outbox = new Outbox(account, this.#connection, place, (stream) => this.#reached(stream));
    this.#connection.phase.subscribe(() => this.#onPhase());
  }

  get state(): Readable<ConnectionState> {
    return this.#state;
  }

  start(): void {
    this.#connection.start();
    this.outbox.start();
  }

  stop(): void {
    this.#stop.abort();
    this.outbox.stop();
    for (const { leaving } of this.#followed.values()) clearTimeout(leaving);
    this.#connection.stop();
  }

  /** Follows a stream until the returned function is called; all followers of a stream share one subscription. */
  follow<S>(stream: string, topic: Topic<S>): () => void {
    const followed = this.#entry(stream, topic);
    followed.users += 1;
    clearTimeout(followed.leaving);
    followed.leaving = undefined;
    if (followed.users === 1 && !followed.subscription.active) followed.subscription.activate();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      followed.users -= 1;
      if (followed.users === 0)
        followed.leaving = setTimeout(() => this.#leave(stream, followed), LEAVE_DELAY_MS);
    };
  }

  subscription<S>(stream: string, topic: Topic<S>): Subscription<S> {
    return this.#entry(stream, topic).subscription as unknown as Subscription<S>;
  }

  /** Says it until it is answered. What must survive a reload goes through the outbox instead. */
  command<R>(stream: string, command: object, signal?: AbortSignal): Promise<Ack<R>> {
    const ending = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
    return sendWithRetry<R>(this.#connection, "command", { stream, id: ulid(), command }, ending);
  }

  /**
   * Says a change that its screen shows early. Resolves with nothing when the server is out of reach, so that the change can be
   * taken back; rejects only when the client stops.
   */
  async change<R>(stream: string, command: object): Promise<Ack<R> | undefined> {
    const lost = new AbortController();
    const check = () => this.#state.get() === "offline" && lost.abort();
    const unsubscribe = this.#state.subscribe(check);
    check();
    try {
      return await this.command<R>(stream, command, lost.signal);
    } catch (failure) {
      if (this.#stop.signal.aborted) throw failure;
      return undefined;
    } finally {
      unsubscribe();
    }
  }

  mark(stream: string, type: ReceiptKind, seq: number): void {
    this.#marks.set(stream, type, seq);
  }

  signal(stream: string, signal: object): void {
    this.#connection.emit("signal", { stream, signal });
  }

  /** Asks again for a stream that was refused. */
  retry(stream: string): void {
    const followed = this.#followed.get(stream);
    if (followed && followed.users > 0) followed.subscription.activate();
  }

  /** Tries to connect now, for a person who does not want to wait for the next attempt. */
  hurry(): void {
    this.#connection.reconnectNow();
  }

  #entry<S>(stream: string, topic: Topic<S>): Followed {
    const known = this.#followed.get(stream);
    if (known) return known;
    const subscription = new Subscription(stream, topic, this.#connection, {
      moved: () => this.outbox.settle(),
      resuming: (by) => {
        this.#resuming += by;
        this.#show();
      },
    }) as unknown as Subscription;
    const followed: Followed = { subscription, users: 0, leaving: undefined };
    this.#followed.set(stream, followed);
    return followed;
  }

  #leave(stream: string, followed: Followed): void {
    followed.leaving = undefined;
    followed.subscription.deactivate();
    this.outbox.settle();
    // The map keeps the order of insertion: what was left last is forgotten last.
    this.#followed.delete(stream);
    this.#followed.set(stream, followed);
    const idle = [...this.#followed].filter(([, one]) => one.users === 0);
    for (const [name] of idle.slice(0, Math.max(0, idle.length - MAX_CACHED_STATES)))
      this.#followed.delete(name);
  }

  #reached(stream: string): number {
    const subscription = this.#followed.get(stream)?.subscription;
    return subscription?.active ? (subscription.position?.seq ?? 0) : Number.POSITIVE_INFINITY;
  }

  #receive(frame: StreamFrame): void {
    const followed = this.#followed.get(frame.stream);
    if (followed?.subscription.active) followed.subscription.receive(frame);
  }

  #onPhase(): void {
    const up = this.#connection.phase.get() === "up";
    for (const { subscription } of this.#followed.values()) {
      if (!subscription.active) continue;
      if (up) void subscription.join();
      else subscription.interrupt();
    }
    this.#show();
  }

  #show(): void {
    const phase = this.#connection.phase.get();
    if (phase === "up") this.#state.set(this.#resuming > 0 ? "resuming" : "online");
    else this.#state.set(phase === "down" ? "offline" : "connecting");
  }
}

function browserPlace(): OutboxPlace {
  return { storage: localStorage, locks: navigator.locks };
}
