import { useEffect, useReducer } from "react";
import { useUser } from "@/api/auth";
import { type Followed, useTopic } from "@/live";
import { type ChatState, chatTopic } from "./model/chat";
import { type ChatsState, chatsTopic } from "./model/chats";
import { nextSilence, type Typing, typingNow } from "./model/live";

export const streamOf = (chat: number): string => `chat:${chat}`;

/** The viewer's id. These screens stand behind the guard; a sign-out in another tab shows this for one frame at most. */
export function useMe(): number {
  return useUser()?.id ?? 0;
}

export function useChat(chat: number): Followed<ChatState> {
  return useTopic(streamOf(chat), chatTopic);
}

export function useChats(): Followed<ChatsState> {
  const user = useUser();
  return useTopic(user ? `chats:${user.id}` : null, chatsTopic);
}

const nobody: Typing = {};

/** Who writes now. Someone whose signal is not repeated drops out when it ends, and this renders again then. */
export function useTyping(typing: Typing = nobody): number[] {
  const [, wake] = useReducer((turn: number) => turn + 1, 0);
  const now = Date.now();
  const end = nextSilence(typing, now);
  useEffect(() => {
    if (end === undefined) return;
    const timer = setTimeout(wake, end - Date.now() + 1);
    return () => clearTimeout(timer);
  }, [end]);
  return typingNow(typing, now);
}
