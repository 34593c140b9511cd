import { useEffect, useRef } from "react";
import { reportView } from "../api";
import { hasActedOn } from "../model/acts";

/** A reel that is left before this is skipped, unless the viewer has acted on it. */
const SKIP_MS = 2_000;
/** Shorter glances are not reported: the reel was only passed. */
const GLANCE_MS = 300;

/** Measures the time that a reel plays, and reports it when the reel is left. Visitors are counted without an account. */
export function useWatching(reel: number | null, playing: boolean) {
  const watched = useRef(0);
  const since = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reel is measured anew
  useEffect(() => {
    if (!playing) return;
    since.current = performance.now();
    return () => {
      if (since.current !== null) watched.current += performance.now() - since.current;
      since.current = null;
    };
  }, [playing, reel]);
  useEffect(() => {
    if (reel === null) return;
    watched.current = 0;
    let isReported = false;
    const report = () => {
      const running = since.current === null ? 0 : performance.now() - since.current;
      const time = Math.round(watched.current + running);
      watched.current = 0;
      if (since.current !== null) since.current = performance.now();
      // Time after a report counts as another play, or not at all: it is no skip.
      if (time >= (isReported ? SKIP_MS : GLANCE_MS)) {
        isReported = true;
        void reportView(reel, time, time < SKIP_MS && !hasActedOn(reel)).catch(() => {});
      }
    };
    // A phone may end a hidden page without another event.
    const onVisibility = () => {
      if (document.visibilityState === "hidden") report();
    };
    // The time in the browser's store of left pages counts for nothing.
    const begin = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      watched.current = 0;
      if (since.current !== null) since.current = performance.now();
    };
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("pagehide", report);
    window.addEventListener("pageshow", begin);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", report);
      window.removeEventListener("pageshow", begin);
      report();
    };
  }, [reel]);
}
