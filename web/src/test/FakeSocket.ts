// The interface of socket.io-client's Socket with a server the test plays itself.

import type { Credentials, LiveSocket } from "@/live/socket";

type Listener = (...args: never[]) => void;
type Answer = (failure: Error | null, ack?: unknown) => void;

export interface SentFrame {
  event: string;
  payload: Record<string, unknown>;
  answer(ack: unknown): void;
}

export class FakeSocket implements LiveSocket {
  connected = false;
  active = false;
  /** Everything emitted, oldest first. */
  sent: SentFrame[] = [];
  tokens: string[] = [];
  connects = 0;
  readonly io = { engine: { close: () => this.lose() } };
  readonly #listeners = new Map<string, Listener[]>();
  readonly #auth: Credentials;
  #waiting: Answer[] = [];

  constructor(auth: Credentials) {
    this.#auth = auth;
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  emit(event: string, payload: Record<string, unknown>, answer?: (ack: unknown) => void): this {
    this.sent.push({ event, payload, answer: (ack) => answer?.(ack) });
    return this;
  }

  timeout(ms: number) {
    return {
      emit: (event: string, payload: Record<string, unknown>, answer: Answer) => {
        let open = true;
        const once: Answer = (failure, ack) => {
          if (!open) return;
          open = false;
          clearTimeout(timer);
          answer(failure, ack);
        };
        const timer = setTimeout(() => once(new Error("operation has timed out")), ms);
        this.#waiting.push(once);
        this.sent.push({ event, payload, answer: (ack) => once(null, ack) });
      },
    } as { emit(event: string, ...args: unknown[]): unknown };
  }

  connect(): this {
    this.active = true;
    this.connects += 1;
    return this;
  }

  disconnect(): this {
    this.active = false;
    if (this.connected) this.#close();
    return this;
  }

  // Actions of the server and the network.

  async accept(): Promise<void> {
    await new Promise<void>((resolve) =>
      this.#auth(({ token }) => {
        this.tokens.push(token);
        resolve();
      }),
    );
    this.connected = true;
    this.fire("connect");
  }

  refuse(code: string): void {
    this.active = false;
    this.fire("connect_error", Object.assign(new Error(code), { data: { code, message: code } }));
  }

  /** The network goes; the client will try again by itself. */
  lose(): void {
    if (this.connected) this.#close();
  }

  /** The server ends the socket: socket.io-client does not come back by itself. */
  kick(): void {
    this.active = false;
    this.#close();
  }

  fire(event: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...(args as never[]));
  }

  /** Takes the oldest unread thing that was said with this name. */
  take(event: string): SentFrame {
    const at = this.sent.findIndex((said) => said.event === event);
    const [found] = at < 0 ? [] : this.sent.splice(at, 1);
    if (!found)
      throw new Error(`nothing said: ${event}; there is ${this.sent.map((said) => said.event).join()}`);
    return found;
  }

  #close(): void {
    this.connected = false;
    this.fire("disconnect", "transport close");
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const answer of waiting) answer(new Error("socket has been disconnected"));
  }
}
