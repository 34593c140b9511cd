import { useState } from "react";
import { useSearchParams } from "react-router";
import type { BookableOffering } from "@/shared/booking/types";
import { type Selection, searchOf, selectionFrom, startSelection } from "../model/selection";

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
        for (const [name, value] of Object.entries(searchOf(offering, next))) put(after, name, value);
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
