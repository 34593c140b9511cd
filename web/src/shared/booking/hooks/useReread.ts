import { useEffect, useMemo, useRef } from "react";

/** Events come in groups: the data is read again once. The spread keeps many pages from asking together. */
const REREAD_MS = 500;
const REREAD_SPREAD_MS = 1_000;

/** Returns a function that reads again a moment later, once for several calls. */
export function useReread(read: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(), REREAD_MS + Math.random() * REREAD_SPREAD_MS);
    },
    [],
  );
}
