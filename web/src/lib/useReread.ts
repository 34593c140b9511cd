import { useEffect, useMemo, useRef } from "react";

/** Events come in groups: the data is read again once. The spread keeps many pages from asking together. */
const REREAD_MS = 1_000;
const REREAD_SPREAD_MS = 500;

/** Returns a function that reads again a moment later, once for all calls until then. */
export function useReread(read: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(read);
  latest.current = read;
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useMemo(
    () => () => {
      // Later calls do not put it off: events that never pause would never be read.
      timer.current ??= setTimeout(
        () => {
          timer.current = undefined;
          latest.current();
        },
        REREAD_MS + Math.random() * REREAD_SPREAD_MS,
      );
    },
    [],
  );
}
