import { useEffect, useMemo, useState } from "react";
import type { UserCard } from "@/api/types";
import { readMembers } from "../../api";
import type { ChatState } from "../../model/chat";
import { useMe } from "../../useChatStreams";

/** Returns the members that a text in a chat may mention. */
export function useMentionable({ chat }: ChatState, query: string | undefined): readonly UserCard[] {
  const me = useMe();
  const far = useUnloadedMembers(chat.id, query, chat.members.length < chat.member_count);
  return useMemo(() => {
    const known = new Map([...far, ...chat.members].map(({ user }) => [user.id, user]));
    known.delete(me);
    return [...known.values()];
  }, [chat.members, far, me]);
}

/** Reads the members whose name begins so. Most members of a large group are not in the page. */
function useUnloadedMembers(chat: number, query: string | undefined, large: boolean) {
  const [far, setFar] = useState<readonly { user: UserCard }[]>([]);
  useEffect(() => {
    if (!large || !query) return;
    let wanted = true;
    readMembers(chat, query, 1).then(
      ({ items }) => {
        if (wanted) setFar((known) => [...known.slice(-200), ...items]);
      },
      // The members that are known can be named without it.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [chat, query, large]);
  return far;
}
