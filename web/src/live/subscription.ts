// One stream as this client knows it: its state, its place in the stream, and how both stay right through
// gaps, resynchronisations and lost connections.

import { backoff, type CommandTransport, isTransient, pause } from "./commands";
import type {
  EndedFrame,
  EventFrame,
  JoinResult,
  Position,
  ResumedFrame,
  SnapshotFrame,
  StreamFrame,
  WireError,
} from "./frames";
import { resync } from "./resync";
import { createStore, type Readable } from "./store";

export { resync };

/** Reduces frames to state. Pure: the same frames give the same state, and the old state is not modified. */
export interface Topic<S> {
  snapshot(data: unknown, before: S | undefined): S;
  event(state: S, event: unknown, seq: number): S | typeof resync;
  signal?(state: S, signal: unknown, now: number): S;
}

/** `stale` shows the last known state while the stream is not joined; `refused` will not be joined again by itself. */
export interface View<S> {
  status: "loading" | "live" | "stale" | "refused";
  state: S | undefined;
  error: WireError | undefined;
}

export interface Hooks {
  /** The applied place moved. */
  moved(): void;
  /** A join of a stream that was known before began or ended. */
  resuming(by: 1 | -1): void;
}

export class Subscription<S = unknown> {
  readonly stream: string;
  readonly #topic: Topic<S>;
  readonly #link: CommandTransport;
  readonly #hooks: Hooks;
  readonly #view = createStore<View<S>>({ status: "loading", state: undefined, error: undefined });
  #position: Position | undefined;
  #active = false;
  #joining = false;
  #rejoin = false;

  constructor(stream: string, topic: Topic<S>, link: CommandTransport, hooks: Hooks) {
    this.stream = stream;
    this.#topic = topic;
    this.#link = link;
    this.#hooks = hooks;
  }

  get view(): Readable<View<S>> {
    return this.#view;
  }

  get position(): Position | undefined {
    return this.#position;
  }

  get active(): boolean {
    return this.#active;
  }

  activate(): void {
    this.#active = true;
    // The join under way was made before the leave that this one follows.
    this.#rejoin = this.#joining;
    if (this.#view.get().status === "refused") this.#show({ status: "loading", error: undefined });
    void this.join();
  }

  /** Stops following; the state and the place are kept, so that a later join asks only for what was missed. */
  deactivate(): void {
    this.#active = false;
    this.interrupt();
    this.#link.emit("leave", { stream: this.stream });
  }

  /** The connection went: what is shown is the last known. */
  interrupt(): void {
    if (this.#view.get().status === "live") this.#show({ status: "stale" });
  }

  /** Changes the state from this side: a page of history, for example. */
  patch(change: (state: S) => S): void {
    const { state } = this.#view.get();
    if (state !== undefined) this.#show({ state: change(state) });
  }

  async join(): Promise<void> {
    if (this.#joining) return;
    this.#joining = true;
    const known = this.#position !== undefined;
    if (known) this.#hooks.resuming(1);
    try {
      for (let attempt = 0; this.#canJoin(); attempt += 1) {
        if (await this.#joinOnce()) break;
        if (this.#canJoin()) await pause(backoff(attempt));
      }
    } finally {
      this.#joining = false;
      if (known) this.#hooks.resuming(-1);
    }
    if (this.#rejoin) {
      this.#rejoin = false;
      await this.join();
    }
  }

  #canJoin(): boolean {
    return this.#active && this.#link.phase.get() === "up";
  }

  receive(frame: StreamFrame): void {
    if (frame.type === "snapshot") this.#reset(frame);
    else if (frame.type === "resumed") this.#resume(frame);
    else if (frame.type === "event") this.#advance(frame);
    else if (frame.type === "ended") this.#end(frame);
    else this.patch((state) => this.#topic.signal?.(state, frame.data, Date.now()) ?? state);
  }

  /** True when there is nothing more to try: joined, or refused. */
  async #joinOnce(): Promise<boolean> {
    const since = this.#position;
    const payload = since ? { stream: this.stream, since } : { stream: this.stream };
    const ack = await this.#link.request<JoinResult>("join", payload).catch(() => undefined);
    if (ack === undefined) return false;
    if (ack.ok) {
      const { epoch, seq, mode } = ack.result;
      const here = this.#position;
      // "current" means that we miss nothing; when it speaks of another place, we do not have what it thinks we have.
      if (here === undefined || (mode === "current" && (here.epoch !== epoch || here.seq < seq))) {
        this.#position = undefined;
        return false;
      }
      this.#show({ status: "live", error: undefined });
      return true;
    }
    if (ack.error.code === "unauthenticated") return !(await this.#link.renew());
    if (isTransient(ack.error)) {
      await pause(ack.error.retry_after_ms ?? 0);
      return false;
    }
    this.#show({ status: "refused", error: ack.error });
    return true;
  }

  #reset(frame: SnapshotFrame): void {
    const state = this.#topic.snapshot(frame.data, this.#view.get().state);
    this.#move({ epoch: frame.epoch, seq: frame.seq }, state);
  }

  #resume(frame: ResumedFrame): void {
    const here = this.#position;
    let { state } = this.#view.get();
    if (here === undefined || state === undefined) return;
    if (here.epoch !== frame.epoch || frame.from > here.seq) {
      this.#startOver();
      return;
    }
    const missed = frame.events.filter((event) => event.seq > here.seq).sort((a, b) => a.seq - b.seq);
    for (const event of missed) {
      const next = this.#topic.event(state, event, event.seq);
      if (next === resync) {
        this.#startOver();
        return;
      }
      state = next;
    }
    this.#move({ epoch: frame.epoch, seq: Math.max(here.seq, frame.seq) }, state);
  }

  #advance(frame: EventFrame): void {
    const here = this.#position;
    const { state } = this.#view.get();
    // Before the first snapshot there is nothing to add to, and the snapshot will hold it.
    if (here === undefined || state === undefined) return;
    if (here.epoch === frame.epoch && frame.seq <= here.seq) return;
    if (here.epoch !== frame.epoch || frame.seq !== here.seq + 1) {
      // A gap. A join that is under way answers with everything up to its own moment, and so covers this event.
      void this.join();
      return;
    }
    const next = this.#topic.event(state, frame.data, frame.seq);
    if (next === resync) this.#startOver();
    else this.#move({ epoch: frame.epoch, seq: frame.seq }, next);
  }

  /** Not joined again by itself: the answer would be the same. */
  #end(frame: EndedFrame): void {
    this.#position = undefined;
    this.#show({ status: "refused", error: frame.error });
  }

  #startOver(): void {
    this.#position = undefined;
    void this.join();
  }

  #move(position: Position, state: S): void {
    this.#position = position;
    this.#show({ state, status: "live", error: undefined });
    this.#hooks.moved();
  }

  #show(change: Partial<View<S>>): void {
    this.#view.set({ ...this.#view.get(), ...change });
  }
}
