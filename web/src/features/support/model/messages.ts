import type { InfiniteData } from "@tanstack/react-query";
import type { MessagePage } from "../api";
import type { TicketMessage } from "../types";

type Pages = InfiniteData<MessagePage, number | null>;

/** Adds a message that arrived live, unless it is known already. Pages hold the newest first. */
export function withMessage(pages: Pages | undefined, message: TicketMessage): Pages | undefined {
  const [first, ...rest] = pages?.pages ?? [];
  if (!pages || !first) return pages;
  if (pages.pages.some(({ items }) => items.some(({ id }) => id === message.id))) return pages;
  const items = [message, ...first.items].sort((one, other) => other.id - one.id);
  return { ...pages, pages: [{ ...first, items }, ...rest] };
}
