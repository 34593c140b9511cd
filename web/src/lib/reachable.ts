import { useEffect, useRef } from "react";

const listeners = new Set<() => void>();

/** Calls the listener each time the server can be reached again, until the returned function is called. */
export function onReachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells that the server can be reached again. The live connection knows it even if the browser was online all the time. */
export function announceReachable(): void {
  for (const listener of [...listeners]) listener();
}

/** Returns true if the server answers. */
export const isReached = (): Promise<boolean> =>
  fetch("/", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Nothing tells a visitor's page that a server is up again. */
const CHECK_INTERVAL_MS = 10_000;

/** Resolves when the server can be reached again, or may be. */
export const untilReachable = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onReachable(done);
    const timer = setTimeout(done, CHECK_INTERVAL_MS);
    function done() {
      stop();
      clearTimeout(timer);
      resolve();
    }
  });

// The query library misses this event if the page was opened without a network.
globalThis.addEventListener?.("online", announceReachable);

/** Repeats what failed once the server can be reached again. Null: nothing failed. */
export function useRepeatWhenReachable(repeat: (() => void) | null): void {
  const latest = useRef(repeat);
  latest.current = repeat;
  const isWaiting = repeat !== null;
  useEffect(() => (isWaiting ? onReachable(() => latest.current?.()) : undefined), [isWaiting]);
}
