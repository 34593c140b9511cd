import { useCallback, useEffect, useRef } from "react";
import { useLive } from "@/live";
import type { TypingKind } from "./model/wire";

/** Repeated at half of what a signal holds, so that one lost signal does not end it. */
const SIGNAL_INTERVAL_MS = 3_000;
const PAUSE_TIMEOUT_MS = 5_000;

/** Tells the others that the viewer writes or records: call with true on each change, with false when it ends. */
export function useTypingSignal(stream: string, what: TypingKind = "text"): (on: boolean) => void {
  const live = useLive();
  const said = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const tell = useCallback(
    (on: boolean) => {
      clearTimeout(timer.current);
      const now = Date.now();
      if (on) {
        timer.current = setTimeout(() => tell(false), PAUSE_TIMEOUT_MS);
        if (now - said.current < SIGNAL_INTERVAL_MS) return;
        said.current = now;
      } else {
        if (said.current === 0) return;
        said.current = 0;
      }
      live?.signal(stream, { type: "typing", on, what });
    },
    [live, stream, what],
  );

  useEffect(() => () => tell(false), [tell]);
  return tell;
}
