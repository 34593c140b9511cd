import type { components } from "@/api/schema";

export type Port = components["schemas"]["Port"];

/** Ports that a search lists at once. */
export const SUGGESTED_MAX = 8;

/** Text without accents and case, for a search. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Ports whose name, country or code has the text, those whose name begins with it first. */
export function portsFor(
  text: string,
  ports: readonly Port[],
  countryOf: (code: string) => string,
  chosen: readonly string[] = [],
): Port[] {
  const wanted = plain(text);
  if (!wanted) return [];
  const begins = ({ name }: Port) => Number(plain(name).startsWith(wanted));
  return ports
    .filter(
      ({ code, name, country }) =>
        !chosen.includes(code) && [name, countryOf(country), code].some((one) => plain(one).includes(wanted)),
    )
    .sort((one, other) => begins(other) - begins(one))
    .slice(0, SUGGESTED_MAX);
}
