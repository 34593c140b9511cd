// "@bruno" in a text: while it is written, and when it is shown. The ids travel beside the text, and only they make a mention.

import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
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

export interface MentionQuery {
  /** Text after the sign. */
  query: string;
  /** Index of the sign. */
  from: number;
}

/** The name that is being written at the caret: "@br|". */
export function mentionQueryAt(text: string, caret: number): MentionQuery | undefined {
  const match = /(?:^|[\s(])@([\p{L}\p{N}._-]{0,32})$/u.exec(text.slice(0, caret));
  if (!match) return undefined;
  const query = match[1] ?? "";
  return { query, from: caret - query.length - 1 };
}

const MAX_SUGGESTIONS = 6;

/** Those whose name, first, last or user name begins so; all of them, for nothing. */
export function suggestions(query: string, people: readonly UserCard[]): UserCard[] {
  const wanted = foldText(query);
  return people
    .filter((person) =>
      [person.userName, ...displayName(person).split(/\s+/)].some((word) =>
        foldText(word).startsWith(wanted),
      ),
    )
    .slice(0, MAX_SUGGESTIONS);
}

/** Without case and accents: "jerome" finds Jérôme. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The text with the name that was being written replaced, and the caret behind it. */
export function completeMention(
  text: string,
  { query, from }: MentionQuery,
  userName: string,
): { text: string; caret: number } {
  const rest = text.slice(from + 1 + query.length);
  const space = rest.startsWith(" ") ? "" : " ";
  const head = `${text.slice(0, from)}@${userName}${space}`;
  return { text: head + rest, caret: head.length + (space ? 0 : 1) };
}
