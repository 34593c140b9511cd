import { Button } from "@mantine/core";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSocket, useUnsent } from "@/live";
import { EmptyState } from "@/ui/EmptyState";
import { type ChatState, memberOf } from "../model/chat";
import { timeline, unreadAfter } from "../model/timeline";
import { useMessagesPlace } from "../place";
import { streamOf, useChat, useMe, useTyping } from "../streams";
import { ChatHeader } from "./ChatHeader";
import classes from "./ChatPane.module.css";
import { ChatSkeleton } from "./ChatSkeleton";
import { Composer } from "./Composer";
import { useHistory } from "./history";
import { Lightbox, type Picture } from "./Lightbox";
import { MessageLog } from "./MessageLog";
import { People } from "./People";

export function ChatPane({ chat }: { chat: number }) {
  const { t } = useTranslation("messages");
  const place = useMessagesPlace();
  const followed = useChat(chat);
  const { state, status } = followed;
  if (state) return <OpenChat chat={chat} state={state} patch={followed.patch} />;
  return (
    <>
      <section className={classes.pane} aria-label={t("chat.label")}>
        {status === "refused" ? (
          <EmptyState
            title={t("chat.refused")}
            text={t("chat.refusedText")}
            action={
              <Button component={Link} to={place}>
                {t("chat.back")}
              </Button>
            }
          />
        ) : (
          <ChatSkeleton />
        )}
      </section>
      <div className={classes.people} />
    </>
  );
}

interface OpenChatProps {
  chat: number;
  state: ChatState;
  patch: (change: (state: ChatState) => ChatState) => void;
}

function OpenChat({ chat, state, patch }: OpenChatProps) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const stream = streamOf(chat);
  const { state: connection } = useSocket();
  const online = connection === "online" || connection === "resuming";
  const unsent = useUnsent(stream);
  const history = useHistory(chat, { state, patch });
  const typing = useTyping(state.typing).filter((user) => user !== me);
  const [picture, setPicture] = useState<Picture>();
  const [sent, setSent] = useState(0);

  const mark = memberOf(state, me)?.read_seq ?? state.chat.read_seq;
  // What was read when the chat was opened: the line before the unread messages stays where it was found.
  const [readUpTo] = useState(() => (hasUnread(state, me, mark) ? mark : undefined));

  const { messages, hasAfter, chat: detail } = state;
  const rows = useMemo(
    () =>
      timeline({
        messages,
        // A window that ends in the past does not show what was written just now.
        unsent: hasAfter ? [] : unsent,
        me,
        members: detail.members,
        online,
        readUpTo,
      }),
    [messages, hasAfter, unsent, me, detail.members, online, readUpTo],
  );

  const onSent = useCallback(() => {
    setSent((count) => count + 1);
    if (hasAfter) history.toNewest();
  }, [hasAfter, history.toNewest]);

  return (
    <>
      <section className={classes.pane} aria-label={t("chat.label")}>
        <ChatHeader state={state} typing={typing} onPicture={setPicture} />
        <MessageLog
          key={history.turn}
          state={state}
          rows={rows}
          mark={mark}
          readUpTo={readUpTo}
          typing={typing}
          history={history}
          sent={sent}
          onPicture={setPicture}
        />
        <Composer chat={chat} onSent={onSent} />
      </section>
      <aside className={classes.people} aria-label={t("people.title")}>
        <People state={state} onPicture={setPicture} />
      </aside>
      <Lightbox picture={picture} onClose={() => setPicture(undefined)} />
    </>
  );
}

function hasUnread(state: ChatState, me: number, mark: number): boolean {
  return state.chat.unread > 0 || unreadAfter(state.messages, me, mark) > 0;
}
