import type { TFunction } from "i18next";
import { createContext, type MouseEvent, useContext, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import type { UserCard } from "@/api/types";
import { type Format, useFormat } from "@/lib/format";
import type { CameFrom } from "@/shared/person/PersonLink";
import { pagePath } from "@/shared/person/pagePath";
import type { Participants } from "../../model/chat";
import { useMe } from "../../useChatStreams";

/**
 * Data that all messages need, resolved once: hundreds of rows would each ask the store, the
 * router and the translations again. It stays the same while pages of history load.
 */
export interface MessageListValue {
  t: TFunction<"messages">;
  format: Format;
  me: number;
  circle: Participants;
  /** Path of a profile. */
  personAt(who: UserCard | number): string;
  /** Goes there, unless the click asks the browser for a tab of its own. */
  onPerson(event: MouseEvent, who: UserCard | number): void;
}

export const MessageListContext = createContext<MessageListValue | null>(null);

export function useMessageList(): MessageListValue {
  const log = useContext(MessageListContext);
  if (!log) throw new Error("messages are shown inside a chat");
  return log;
}

export function useMessageListContext(
  chat: Participants["chat"],
  knownPeople: Participants["knownPeople"],
): MessageListValue {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const go = useRef<(who: UserCard | number) => void>(undefined);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  go.current = (who) => {
    const state: CameFrom = { from: pathname + search };
    navigate(personAt(who), { state });
  };
  return useMemo(() => {
    const onPerson = (event: MouseEvent, who: UserCard | number) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go.current?.(who);
    };
    return { t, format, me, circle: { chat, knownPeople }, personAt, onPerson };
  }, [t, format, me, chat, knownPeople]);
}

const personAt = (who: UserCard | number) => (typeof who === "number" ? `/people/${who}` : pagePath(who));
