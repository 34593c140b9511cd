// "@bruno" in a text. The ids travel beside the text, and only they make a mention.

import type { UserCard } from "@/api/types";
import { mentionsIn } from "@/shared/mentions/mentionsIn";
import { type Piece, splitLinks } from "./links";

export type Part = Piece & { mention?: UserCard };

/** Splits a text into plain text, links and mentions. Names outside `people` stay plain text. */
export function splitMentions(text: string, people: readonly UserCard[]): Part[] {
  if (people.length === 0 || !text.includes("@")) return splitLinks(text);
  return splitLinks(text).flatMap((piece) => (piece.href ? [piece] : mentionsIn(piece.text, people)));
}

/** Returns the ids of the mentioned people among those who may be mentioned. */
export function mentionedIn(text: string, people: readonly UserCard[]): number[] {
  const found = mentionsIn(text, people).flatMap(({ mention }) => mention?.id ?? []);
  return [...new Set(found)];
}
