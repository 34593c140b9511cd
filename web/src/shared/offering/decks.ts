import type { DetailValue } from "./types";

/** Deck of a ship with the cabin classes on it. */
export interface Deck {
  name: string;
  classes: string[];
}

/** Reads the decks of an offering's details, each `name: class, class`. */
export function decksOf(value: DetailValue | undefined): Deck[] {
  if (!Array.isArray(value)) return [];
  return value.map((text) => {
    const at = text.indexOf(":");
    const classes = text.slice(at + 1).split(",");
    return { name: text.slice(0, at).trim(), classes: classes.map((name) => name.trim()).filter(Boolean) };
  });
}

/** Writes a deck as the details hold it. */
export const deckText = ({ name, classes }: Deck): string => `${name}: ${classes.join(", ")}`;
