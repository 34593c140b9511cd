import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { foldText } from "@/lib/foldText";

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

/** Returns those of whom a word of the name or the user name begins so: all of them for an empty query. */
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
