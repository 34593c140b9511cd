import { useState } from "react";
import { useSearchParams } from "react-router";
import { type Selection, selectionFrom, startSelection } from "../model/selection";
import type { BookableOffering } from "../types";

/** Selection of the customer. Its day and time are part of the address, so that a reload keeps them. */
export function useSelection(offering: BookableOffering) {
  const [search, setSearch] = useSearchParams();
  const [selection, setSelection] = useState(() => startSelection(offering, selectionFrom(search, offering)));
  const change = (patch: Partial<Selection>) => {
    const next = { ...selection, ...patch };
    setSelection(next);
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        put(after, "date", next.date);
        put(after, "slot", next.startsAt ?? (next.occurrence === null ? null : String(next.occurrence)));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [selection, change] as const;
}

function put(search: URLSearchParams, name: string, value: string | null): void {
  if (value === null) search.delete(name);
  else search.set(name, value);
}
