import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { Followed } from "@/live";
import { readChats } from "../api";
import { type ChatsState, SNAPSHOT_SIZE, withOlderChats } from "../model/chats";
import { useInbox } from "../useChatStreams";

/** The chats beyond the live snapshot, a page at a time; undefined when there are none. */
export function useOlderChats(chats: Followed<ChatsState>) {
  const page = useRef(2);
  const inbox = useInbox();
  const reading = useMutation({
    mutationFn: () => readChats(page.current, SNAPSHOT_SIZE, "all", inbox),
    onSuccess({ items: found, more }) {
      page.current += 1;
      chats.patch((state) => withOlderChats(state, found, more));
    },
  });
  if (!chats.state?.mayHaveMore) return undefined;
  return { read: () => reading.mutate(), busy: reading.isPending, failed: reading.isError };
}
