import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Followed } from "@/live";
import { readChats } from "../api";
import { archivedOf, type ChatsState, SNAPSHOT_SIZE, withArchivedChats } from "../model/chats";
import { useInbox } from "../useChatStreams";
import { type ChatPages, pageAfter } from "./useOlderChats";

/**
 * The archived chats that the live snapshot only counts, a page at a time; undefined when there are none. The first page is read
 * when their list opens, and again after a snapshot.
 */
export function useArchivedChats(chats: Followed<ChatsState>, isOpen: boolean): ChatPages | undefined {
  const { state, patch } = chats;
  const inbox = useInbox();
  const known = state ? archivedOf(state).length : 0;
  const { mutate, isPending, isError } = useMutation({
    // The list of the other inbox may be shown when the page comes.
    async mutationFn() {
      const { items, more, total } = await readChats(pageAfter(known), SNAPSHOT_SIZE, "true", inbox);
      patch((now) => withArchivedChats(now, items, more, total));
    },
  });
  const isIncomplete = state !== undefined && state.unlistedArchived > 0;
  const hasNoRows = state !== undefined && known === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: further pages are read by the button
  useEffect(() => {
    if (isOpen && isIncomplete) mutate();
  }, [isOpen, inbox]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a snapshot leaves an open list without rows
  useEffect(() => {
    if (isOpen && isIncomplete && hasNoRows) mutate();
  }, [hasNoRows]);
  return isIncomplete ? { read: () => mutate(), busy: isPending, failed: isError } : undefined;
}
