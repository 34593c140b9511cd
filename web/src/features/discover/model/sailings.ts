import type { SailingQuery } from "../api";
import { readDay } from "./day";

const PORT = /^[A-Z]{2}[A-Z0-9]{3}$/;

/** Reads the search for cruises of an address. Values that make no sense are ignored. */
export function readSailingQuery(params: URLSearchParams): SailingQuery {
  return {
    destination: matching(params.get("destination"), PORT),
    departure: matching(params.get("departure"), PORT),
    date: readDay(params.get("date")) ?? undefined,
  };
}

const matching = (value: string | null, pattern: RegExp) =>
  value && pattern.test(value) ? value : undefined;

/** Writes the search for cruises into an address. */
export function writeSailingQuery(params: URLSearchParams, query: SailingQuery): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ["destination", "departure", "date"] as const) {
    const value = query[name];
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
