// One socket for everything. This file knows when it is up, why it went down and how it comes back; what is
// said over it belongs to the subscriptions and the outbox.

import { type Ack, type StreamFrame, streamFrames, type WireError } from "./frames";
import type { Credentials, LiveSocket } from "./socket";
import { createStore, type Readable } from "./store";

export type Phase = "connecting" | "up" | "down";

export interface Session {
  /** Returns a valid access token, or null without a session. */
  token(): Promise<string | null>;
  /** Gets a new access token; null when the session is over. */
  refresh(): Promise<string | null>;
}

/** The command went out and nothing came back: it may or may not have been taken. Say it again with the same id. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

const ANSWER_TIMEOUT_MS = 5_000;
/** A transport that leaves this many requests in a row unanswered is taken for dead: the ping would need up to 45 s. */
const MAX_SILENCE_MS = 2;

export class Connection {
  readonly #phase = createStore<Phase>("connecting");
  readonly #socket: LiveSocket;
  readonly #session: Session;
  readonly #receive: (frame: StreamFrame) => void;
  #renewing: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held = false;
  #refusals = 0;
  #refreshed = false;
  #silent = 0;
  #stopped = true;

  constructor(
    open: (auth: Credentials) => LiveSocket,
    session: Session,
    receive: (frame: StreamFrame) => void,
  ) {
    this.#session = session;
    this.#receive = receive;
    this.#socket = open((answer) => {
      const token = session.token().catch(() => null);
      void token.then((found) => answer({ token: found ?? "" }));
    });
    this.#listen();
  }

  get phase(): Readable<Phase> {
    return this.#phase;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#phase.set("connecting");
    this.#socket.connect();
    if (typeof window === "undefined") return;
    window.addEventListener("offline", this.drop);
    window.addEventListener("online", this.reconnectNow);
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#held = false;
    this.#socket.disconnect();
    this.#phase.set("down");
    if (typeof window === "undefined") return;
    window.removeEventListener("offline", this.drop);
    window.removeEventListener("online", this.reconnectNow);
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  /** Emits and waits for the answer. Throws `TimeoutError` when none came in time or the connection went. */
  request<R>(event: string, payload: object): Promise<Ack<R>> {
    return new Promise((resolve, reject) => {
      if (!this.#socket.connected) {
        reject(new TimeoutError(event));
        return;
      }
      this.#socket.timeout(ANSWER_TIMEOUT_MS).emit(event, payload, (failure: Error | null, ack: Ack<R>) => {
        if (!failure) {
          this.#silent = 0;
          resolve(ack);
          return;
        }
        if (this.#socket.connected) this.#silent += 1;
        if (this.#silent >= MAX_SILENCE_MS) this.drop();
        reject(new TimeoutError(event));
      });
    });
  }

  /** Emits what may be lost: nothing is kept for later. */
  emit(event: string, payload: object): void {
    if (this.#socket.connected) this.#socket.emit(event, payload);
  }

  /** Resolves when the connection is up; rejects with the signal's reason when that comes first. */
  whenUp(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.#phase.get() === "up") return resolve();
      const settle = () => {
        unsubscribe();
        signal?.removeEventListener("abort", abort);
      };
      const abort = () => {
        settle();
        reject(signal?.reason);
      };
      const unsubscribe = this.#phase.subscribe(() => {
        if (this.#phase.get() !== "up") return;
        settle();
        resolve();
      });
      signal?.addEventListener("abort", abort);
    });
  }

  /** Gets a fresh token and tells the server. False when the session is over. Concurrent calls share one renewal. */
  renew(): Promise<boolean> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Closes the transport under the socket, which then reconnects by itself. */
  readonly drop = (): void => {
    this.#silent = 0;
    this.#socket.io.engine?.close();
  };

  /** Tries again now, instead of at the end of the current pause. A pause that the server asked for is kept. */
  readonly reconnectNow = (): void => {
    if (this.#stopped || this.#held || this.#phase.get() !== "down") return;
    this.#socket.disconnect();
    this.#socket.connect();
  };

  readonly #onVisible = (): void => {
    if (document.visibilityState === "visible") this.reconnectNow();
  };

  #listen(): void {
    for (const type of streamFrames) this.#socket.on(type, (frame: StreamFrame) => this.#receive(frame));
    this.#socket.on("connect", () => {
      this.#refusals = 0;
      this.#refreshed = false;
      this.#silent = 0;
      this.#held = false;
      clearTimeout(this.#timer);
      this.#phase.set("up");
    });
    this.#socket.on("disconnect", () => {
      if (this.#stopped) return;
      this.#phase.set("down");
      if (this.#held) {
        // Stops the client's own, earlier, attempt: the server spreads its clients over time.
        this.#socket.disconnect();
      } else if (!this.#socket.active) {
        this.#again(this.#pause());
      }
    });
    this.#socket.on(
      "connect_error",
      (failure: Error & { data?: WireError }) => void this.#refused(failure.data),
    );
    this.#socket.on("reconnect", (frame: { delay_ms: number }) => {
      this.#held = true;
      this.#again(frame.delay_ms);
    });
    this.#socket.on("renew", () => void this.renew());
  }

  async #refused(error: WireError | undefined): Promise<void> {
    if (this.#stopped) return;
    this.#phase.set("down");
    // Without a code it is the network's failure, and the client tries again by itself.
    if (error === undefined || this.#socket.active) return;
    if (error.code === "unauthenticated") {
      const token = await this.#session.refresh().catch(() => undefined);
      if (token === null) return;
      // A second refusal of a new token is not cured by a third.
      this.#again(token !== undefined && !this.#refreshed ? 0 : this.#pause());
      this.#refreshed = true;
      return;
    }
    this.#again(error.retry_after_ms ?? this.#pause());
  }

  async #renewOnce(): Promise<boolean> {
    const token = await this.#session.refresh().catch(() => undefined);
    if (token === null) return false;
    if (token === undefined) return true;
    await this.request("renew", { token }).catch(() => undefined);
    return true;
  }

  #pause(): number {
    this.#refusals += 1;
    return Math.min(8_000, 400 * 2 ** this.#refusals) * (0.75 + Math.random() / 2);
  }

  #again(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#stopped) return;
      this.#held = false;
      this.#socket.disconnect();
      this.#socket.connect();
    }, delay);
  }
}
