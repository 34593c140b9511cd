import { useRef } from "react";

/** Tells who has come into a list since it was first shown. */
export function useNewIds(ids: readonly number[]): (id: number) => boolean {
  const first = useRef<ReadonlySet<number>>(undefined);
  first.current ??= new Set(ids);
  const known = first.current;
  return (id) => !known.has(id);
}
