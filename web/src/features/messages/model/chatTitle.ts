import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
import type { ChatDetail, ChatSummary } from "./wire";

/** The people of a chat other than the viewer. */
export function others(chat: ChatSummary | ChatDetail, me: number): UserCard[] {
  const people = chat.members.map((member) => ("user" in member ? member.user : member));
  return people.filter(({ id }) => id !== me);
}

export interface ChatIdentity {
  id: number | string;
  name: string;
  picture?: string | null;
}

/** Returns the name and picture of a chat: its own, or those of its members. */
export function chatIdentity(
  chat: ChatSummary | ChatDetail,
  me: number,
  list: (names: string[]) => string,
): ChatIdentity {
  const people = others(chat, me);
  const [only] = people;
  if (chat.kind === "direct" && only) return { id: only.id, name: displayName(only), picture: only.picture };
  return { id: `chat-${chat.id}`, name: chat.title || list(people.map(displayName)), picture: chat.picture };
}
