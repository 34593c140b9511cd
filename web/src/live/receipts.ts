// Marks that only grow: "read up to", "delivered up to". Only the newest counts, so one is under way per stream and
// kind, and those set meanwhile melt into the next.

import { type CommandTransport, sendWithRetry } from "./commands";
import { ulid } from "./ulid";

export type ReceiptKind = "read" | "delivered";

export class Receipts {
  readonly #link: CommandTransport;
  readonly #signal: AbortSignal;
  readonly #wanted = new Map<string, number>();
  readonly #said = new Map<string, number>();
  readonly #busy = new Set<string>();

  constructor(link: CommandTransport, signal: AbortSignal) {
    this.#link = link;
    this.#signal = signal;
  }

  set(stream: string, type: ReceiptKind, seq: number): void {
    const key = `${type} ${stream}`;
    if (seq <= (this.#wanted.get(key) ?? 0)) return;
    this.#wanted.set(key, seq);
    if (!this.#busy.has(key)) void this.#say(key, stream, type);
  }

  async #say(key: string, stream: string, type: ReceiptKind): Promise<void> {
    this.#busy.add(key);
    try {
      for (let seq = this.#next(key); seq !== undefined; seq = this.#next(key)) {
        const payload = { stream, id: ulid(), command: { type, seq } };
        await sendWithRetry(this.#link, "command", payload, this.#signal);
        // A refusal is an answer as well: the same mark would be refused again.
        this.#said.set(key, seq);
      }
    } catch {
      // The client was stopped: the account is gone, and its marks with it.
    } finally {
      this.#busy.delete(key);
    }
  }

  #next(key: string): number | undefined {
    const seq = this.#wanted.get(key);
    return seq !== undefined && seq > (this.#said.get(key) ?? 0) ? seq : undefined;
  }
}
