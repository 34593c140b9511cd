import { useEffect, useState } from "react";

/** Loading ahead must not compete with the first view. */
export const FIRST_VIEW_MS = 5_000;

/** False while the first view loads. */
export function useAfterFirstView(): boolean {
  const [isAfter, setAfter] = useState(() => performance.now() >= FIRST_VIEW_MS);
  useEffect(() => {
    if (isAfter) return;
    const timer = setTimeout(() => setAfter(true), FIRST_VIEW_MS - performance.now());
    return () => clearTimeout(timer);
  }, [isAfter]);
  return isAfter;
}
