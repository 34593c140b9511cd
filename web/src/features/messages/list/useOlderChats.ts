import { useMutation } from "@tanstack/react-query";
import type { Followed } from "@/live";
import { readChats } from "../api";
import { type ChatsState, SNAPSHOT_SIZE, withOlderChats } from "../model/chats";
import { useInbox } from "../useChatStreams";

/** Pages of a list that continues behind what is shown. */
export interface ChatPages {
  read: () => void;
  busy: boolean;
  failed: boolean;
}

/** Number of the page that holds the first chat after `known` ones. A page that is known in part is read again. */
export const pageAfter = (known: number): number => Math.floor(known / SNAPSHOT_SIZE) + 1;

/** The chats beyond the live snapshot that are not archived, a page at a time; undefined when there are none. */
export function useOlderChats(chats: Followed<ChatsState>): ChatPages | undefined {
  const inbox = useInbox();
  const known = chats.state?.chats.filter(({ archived }) => !archived).length ?? 0;
  const reading = useMutation({
    // The list of the other inbox may be shown when the page comes.
    async mutationFn() {
      const { items, more } = await readChats(pageAfter(known), SNAPSHOT_SIZE, "false", inbox);
      chats.patch((state) => withOlderChats(state, items, more));
    },
  });
  if (!chats.state?.mayHaveMore) return undefined;
  return { read: () => reading.mutate(), busy: reading.isPending, failed: reading.isError };
}
