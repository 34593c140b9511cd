import type { SailingQuery } from "../api";

const PORT = /^[A-Z]{2}[A-Z0-9]{3}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the search for cruises of an address. Values that make no sense are ignored. */
export function readSailingQuery(params: URLSearchParams): SailingQuery {
  return {
    destination: matching(params.get("destination"), PORT),
    departure: matching(params.get("departure"), PORT),
    date: dateOf(params.get("date")),
  };
}

const matching = (value: string | null, pattern: RegExp) =>
  value && pattern.test(value) ? value : undefined;

/** A date that the calendar has. */
function dateOf(value: string | null): string | undefined {
  const date = matching(value, DATE);
  const at = date ? new Date(`${date}T00:00:00Z`) : null;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date ?? "") ? date : undefined;
}

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
