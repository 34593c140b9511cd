import { useEffect, useRef, useState } from "react";

/** Returns the milliseconds to a deadline, every second. */
export function useTimeLeft(deadline: string, onEnd: () => void): number {
  const end = Date.parse(deadline);
  const [left, setLeft] = useState(() => end - Date.now());
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    const timer = setInterval(() => {
      const now = end - Date.now();
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      latest.current();
    }, 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}
