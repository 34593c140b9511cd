import { useInfiniteQuery } from "@tanstack/react-query";
import { readFiles } from "../api";
import type { ChatState } from "../model/chat";
import { type SharedKind, sharedFiles } from "../model/shared";

/** Files of a kind in the open chat, the newest first, by page. */
export function useSharedFiles({ chat, messages }: ChatState, kind: Exclude<SharedKind, "link">) {
  const pages = useInfiniteQuery({
    queryKey: ["messages", chat.id, "files", kind, chat.cleared_seq],
    queryFn: ({ pageParam }) => readFiles(chat.id, kind, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const listed = pages.data?.pages.flatMap(({ files }) => files) ?? [];
  const kept = listed.filter(({ seq }) => seq > chat.cleared_seq);
  return { pages, files: sharedFiles(kept, messages, kind) };
}
