import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { useLive } from "@/live";
import { type ChatState, messageAt, withChanged } from "../model/chat";
import { withHidden, withoutHidden } from "../model/chats";
import { reactionOf, withReaction } from "../model/reactions";
import type { Message } from "../model/wire";
import { streamOf, useChats, useMe } from "../useChatStreams";
import { errorText } from "./errorText";

type Patch = (change: (state: ChatState) => ChatState) => void;

export interface MessageMutations {
  react(message: Message, emoji: string | null): void;
  edit(message: Message, text: string, mentions: number[]): void;
  deleteForAll(message: Message): void;
  hide(message: Message): void;
}

/**
 * Changes of messages that are there already. Each is shown at once, and taken back with a word when it was refused or the server
 * is out of reach. What is shown is replaced by what the server says, so nothing here needs to be right for longer than that.
 */
export function useMessageMutations(chat: number, patch: Patch): MessageMutations {
  const { t } = useTranslation("messages");
  const live = useLive();
  const me = useMe();
  const chats = useChats();

  const say = useCallback(
    async (command: object, undo: () => void) => {
      if (!live) return;
      const answer = await live.change(streamOf(chat), command).catch(() => null);
      if (answer === null || answer?.ok) return;
      undo();
      toast.error(answer ? errorText(answer.error.code, t) : t("common:error.network"));
    },
    [live, chat, t],
  );

  /** Shows a message changed; the returned function shows it was, unless the server has spoken meanwhile. */
  const show = useCallback(
    (before: Message, after: Message) => {
      patch((state) => withChanged(state, after));
      return () =>
        patch((state) => (messageAt(state, after.seq) === after ? withChanged(state, before) : state));
    },
    [patch],
  );

  return useMemo(
    () => ({
      react(message, emoji) {
        const wanted = emoji === reactionOf(message, me) ? null : emoji;
        const undo = show(message, withReaction(message, me, wanted));
        void say({ type: "react", seq: message.seq, emoji: wanted }, undo);
      },
      edit(message, text, mentions) {
        const edited_at = new Date().toISOString();
        const undo = show(message, { ...message, text, mentions, edited_at });
        void say({ type: "edit", seq: message.seq, text, mentions }, undo);
      },
      deleteForAll(message) {
        const gone = { ...message, deleted: true, text: "", media: [], content: null, reactions: [] };
        const undo = show(message, gone);
        void say({ type: "delete", seq: message.seq }, undo);
      },
      hide(message) {
        chats.patch((state) => withHidden(state, chat, [message.seq]));
        const undo = () => chats.patch((state) => withoutHidden(state, chat, message.seq));
        void say({ type: "hide", seqs: [message.seq] }, undo);
      },
    }),
    [me, show, say, chats.patch, chat],
  );
}
