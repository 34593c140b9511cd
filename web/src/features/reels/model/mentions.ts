import type { UserCard } from "@/api/types";

/** Part of a comment: its text, and the account that it mentions. */
export interface CommentPart {
  text: string;
  account?: UserCard;
}

/** Splits a comment at the accounts that it mentions by `@` and their user name. */
export function partsOf(text: string, mentions: readonly UserCard[]): CommentPart[] {
  const named = new Map(mentions.map((account) => [account.userName.toLowerCase(), account]));
  return text
    .split(/(@[\p{L}\p{N}_.-]+)/u)
    .flatMap((part): CommentPart[] => {
      const [word, end] = splitEnd(part, named);
      const account = word.startsWith("@") ? named.get(word.slice(1).toLowerCase()) : undefined;
      return account ? [{ text: word, account }, { text: end }] : [{ text: part }];
    })
    .filter((part) => part.text !== "");
}

/** A user name may hold a full stop, and a sentence ends with one. */
function splitEnd(part: string, named: ReadonlyMap<string, UserCard>): [string, string] {
  const trimmed = part.replace(/[.-]+$/, "");
  return named.has(part.slice(1).toLowerCase()) ? [part, ""] : [trimmed, part.slice(trimmed.length)];
}
