import type { Connection } from "./connection";
import type { Ack, WireError } from "./frames";

export type CommandTransport = Pick<Connection, "phase" | "request" | "emit" | "whenUp" | "renew">;

/** An answer that says "not now": the same command, with the same id, may be taken later. */
export function isTransient(error: WireError): boolean {
  return error.code === "busy" || error.code === "unavailable" || error.retry_after_ms !== undefined;
}

export function backoff(attempt: number, error?: WireError): number {
  return error?.retry_after_ms ?? Math.min(10_000, 250 * 2 ** attempt) * (0.75 + Math.random() / 2);
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/**
 * Says one thing until it is answered: again after silence, after a lost connection and after "busy". The
 * payload, and with it the command's id, is the same each time, so the server acts once. Resolves with the acceptance or
 * the refusal; rejects only when `signal` aborts.
 */
export async function sendWithRetry<R>(
  link: CommandTransport,
  event: string,
  payload: object,
  signal?: AbortSignal,
): Promise<Ack<R>> {
  for (let attempt = 0; ; attempt += 1) {
    await link.whenUp(signal);
    const ack = await link.request<R>(event, payload).catch(() => undefined);
    if (ack?.ok) return ack;
    if (ack === undefined) {
      await pause(backoff(0), signal);
    } else if (ack.error.code === "unauthenticated") {
      if (attempt > 2 || !(await link.renew())) return ack;
      await pause(backoff(attempt), signal);
    } else if (isTransient(ack.error)) {
      await pause(backoff(attempt, ack.error), signal);
    } else {
      return ack;
    }
  }
}
