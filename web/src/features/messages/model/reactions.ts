// One reaction of each person to each message.

import type { Message, Reaction } from "./wire";

/** The row that is offered first. */
export const QUICK_REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/** A heart with and without its "draw me in color" is one heart. */
export function sameEmoji(a: string, b: string): boolean {
  return a.replaceAll("\ufe0f", "") === b.replaceAll("\ufe0f", "");
}

export function reactionOf(message: Pick<Message, "reactions">, user: number): string | undefined {
  return message.reactions.find(({ users }) => users.includes(user))?.emoji;
}

/** The message as it will be when the server has taken it; null takes the reaction back. */
export function withReaction(message: Message, user: number, emoji: string | null): Message {
  const others = message.reactions
    .map((reaction) => without(reaction, user))
    .filter(({ count }) => count > 0);
  if (emoji === null) return { ...message, reactions: others };
  const known = others.findIndex((reaction) => sameEmoji(reaction.emoji, emoji));
  const added = known < 0 ? { emoji, count: 0, users: [] } : (others[known] as Reaction);
  const reaction = { ...added, count: added.count + 1, users: [...added.users, user] };
  return { ...message, reactions: known < 0 ? [...others, reaction] : others.with(known, reaction) };
}

function without(reaction: Reaction, user: number): Reaction {
  if (!reaction.users.includes(user)) return reaction;
  return { ...reaction, count: reaction.count - 1, users: reaction.users.filter((one) => one !== user) };
}
