import type { UserCard } from "@/api/types";

/** Part of a text, and the account that it mentions. */
export interface MentionPart {
  text: string;
  mention?: UserCard;
}

/** A name may hold letters of any script, digits and the signs that user names may hold. */
const MENTION = /@([\p{L}\p{N}._-]+)/gu;
const TRAILING_PUNCTUATION = /[._-]+$/u;

/** Splits a text at the people that it mentions by `@` and their user name. Other names stay plain text. */
export function mentionsIn(text: string, people: readonly UserCard[]): MentionPart[] {
  const found: MentionPart[] = [];
  let from = 0;
  for (const match of text.matchAll(MENTION)) {
    const mention = personNamed(match[1] ?? "", people);
    if (!mention) continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    const end = match.index + 1 + mention.userName.length;
    found.push({ text: text.slice(match.index, end), mention });
    from = end;
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}

/** "@bruno." at the end of a sentence names bruno, unless a user is called "bruno.". */
function personNamed(name: string, people: readonly UserCard[]): UserCard | undefined {
  const called = (wanted: string) =>
    people.find(({ userName }) => userName.toLowerCase() === wanted.toLowerCase());
  return called(name) ?? called(name.replace(TRAILING_PUNCTUATION, ""));
}
