import { useContext, useEffect, useMemo, useReducer } from "react";
import { useUser } from "@/api/auth";
import { type Followed, useTopic } from "@/live";
import { type ChatState, chatTopic } from "./model/chat";
import { type ChatsState, chatsTopic } from "./model/chats";
import { nextTypingEnd, type Typing, typingNow, type Writer } from "./model/typing";
import type { ChatDetail, ChatSettings } from "./model/wire";
import { SeatContext } from "./SeatContext";

export const streamOf = (chat: number): string => `chat:${chat}`;

/**
 * The account that the viewer acts as. These screens stand behind the guard; a sign-out in another tab shows 0 for one frame at
 * most.
 */
export function useMe(): number {
  const user = useUser();
  return useContext(SeatContext) ?? user?.actsFor?.id ?? user?.id ?? 0;
}

/** Kind of the chats: those of the company that the viewer works for, or the viewer's own. */
export function useInbox(): "company" | "personal" {
  const me = useMe();
  return useUser()?.actsFor?.id === me ? "company" : "personal";
}

/** Query of the paths below, which keeps the chosen inbox. */
export function useInboxSearch(): string {
  const employer = useUser()?.actsFor;
  const seat = useContext(SeatContext);
  return employer && seat !== undefined && seat !== employer.id ? "?inbox=personal" : "";
}

export function useChat(chat: number): Followed<ChatState> {
  return useTopic(streamOf(chat), chatTopic);
}

export function useChats(): Followed<ChatsState> {
  const me = useMe();
  return useTopic(me ? `chats:${me}` : null, chatsTopic);
}

const nothingHidden: ReadonlySet<number> = new Set();

export interface OwnSettings extends ChatSettings {
  cleared_seq: number;
  can_write: boolean;
}

/**
 * Returns the viewer's settings of the open chat. The chat list updates them live; a chat that is not in the list (yet) is
 * as its own stream found it.
 */
export function useChatSettings(chat: ChatDetail): { settings: OwnSettings; hidden: ReadonlySet<number> } {
  const { state } = useChats();
  const row = [...(state?.chats ?? []), ...(state?.requests ?? [])].find(({ id }) => id === chat.id);
  const { muted_until, pinned_at, archived, draft, blocked, can_write } = row ?? chat;
  const cleared_seq = Math.max(row?.cleared_seq ?? 0, state?.cleared[chat.id] ?? 0, chat.cleared_seq);
  const settings = useMemo(
    () => ({ muted_until, pinned_at, archived, draft, blocked, can_write, cleared_seq }),
    [muted_until, pinned_at, archived, draft, blocked, can_write, cleared_seq],
  );
  return { settings, hidden: state?.hidden[chat.id] ?? nothingHidden };
}

const nobody: Typing = {};

/** Returns the typing members. Renders again when a signal ends. */
export function useTyping(typing: Typing = nobody): Writer[] {
  const [, wake] = useReducer((turn: number) => turn + 1, 0);
  const now = Date.now();
  const end = nextTypingEnd(typing, now);
  useEffect(() => {
    if (end === undefined) return;
    const timer = setTimeout(wake, end - Date.now() + 1);
    return () => clearTimeout(timer);
  }, [end]);
  return typingNow(typing, now);
}
