import { Button } from "@mantine/core";
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useUser } from "@/api/auth";
import { lazyPart } from "@/lib/lazyPart";
import { useSocket, useUnsent } from "@/live";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { useBasePath } from "../BasePathContext";
import { InfoSkeleton } from "../info/InfoSkeleton";
import { type ChatState, memberOf, messageAt } from "../model/chat";
import { withoutHidden } from "../model/historyWindow";
import { lastEditable, timeline, unreadAfter } from "../model/timeline";
import { SeatContext } from "../SeatContext";
import { FoundQueryContext } from "../search/FoundText";
import { streamOf, useChat, useChatSettings, useMe, useTyping } from "../useChatStreams";
import type { Picture } from "./bubble/Lightbox";
import { ChatHeader } from "./ChatHeader";
import { ChatLoading } from "./ChatLoading";
import classes from "./ChatPane.module.css";
import { Composer, type Mode } from "./composer/Composer";
import { useHistory } from "./history/useHistory";
import { MessageList } from "./list/MessageList";
import { MessageListContext, useMessageListContext } from "./list/MessageListContext";
import { type MessageActions, MessageActionsContext, type Overlay } from "./MessageActionsContext";
import { ChatRequest, isUsedUp } from "./request/ChatRequest";
import { useMessageMutations } from "./useMessageMutations";

const Lightbox = lazyPart(() => import("./bubble/Lightbox").then((file) => file.Lightbox));
const Overlays = lazyPart(() => import("./overlay/Overlays").then((file) => file.Overlays));
const InfoColumn = lazyPart(() => import("../info/InfoColumn").then((file) => file.InfoColumn));
const SearchBar = lazyPart(() => import("../search/SearchBar").then((file) => file.SearchBar));
const ComposerDisabled = lazyPart(() =>
  import("./composer/ComposerDisabled").then((file) => file.ComposerDisabled),
);

export function ChatPane({ chat }: { chat: number }) {
  const { t } = useTranslation("messages");
  const basePath = useBasePath();
  const followed = useChat(chat);
  const { state, status } = followed;
  const seat = useSeat(state);
  if (state && status !== "refused") {
    return (
      <SeatContext value={seat}>
        <OpenChat chat={chat} state={state} patch={followed.patch} />
      </SeatContext>
    );
  }
  if (status !== "refused") return <ChatLoading />;
  return (
    <>
      <section className={classes.pane} aria-label={t("chat.label")}>
        <EmptyState
          title={t(state ? "chat.over" : "chat.refused")}
          text={t(state ? "chat.overText" : "chat.refusedText")}
          action={
            <Button component={Link} to={basePath}>
              {t("chat.back")}
            </Button>
          }
        />
      </section>
      <div className={classes.people} />
    </>
  );
}

/** In a chat of the company its team acts as the company, elsewhere the viewer as themselves. */
function useSeat(state: ChatState | undefined): number | undefined {
  const user = useUser();
  const employer = user?.actsFor?.id;
  return state && employer !== undefined && memberOf(state, employer) ? employer : user?.id;
}

interface OpenChatProps {
  chat: number;
  state: ChatState;
  patch: (change: (state: ChatState) => ChatState) => void;
}

function OpenChat({ chat, state: told, patch }: OpenChatProps) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const viewer = useUser()?.id;
  const agent = viewer === undefined || viewer === me ? null : viewer;
  const { settings, hidden } = useChatSettings(told.chat);
  const { cleared_seq } = settings;
  const detail = useMemo(() => ({ ...told.chat, ...settings }), [told.chat, settings]);
  const state = useMemo(
    () => ({ ...withoutHidden(told, hidden, cleared_seq), chat: detail }),
    [told, hidden, cleared_seq, detail],
  );
  const stream = streamOf(chat);
  const { state: connection } = useSocket();
  const online = connection === "online" || connection === "resuming";
  const unsent = useUnsent(stream);
  const history = useHistory(chat, { state: told, patch });
  const typing = useTyping(state.typing).filter(({ user }) => user !== me);
  const changes = useMessageMutations(chat, patch);
  const [picture, setPicture] = useState<Picture>();
  const [overlay, setOverlay] = useState<Overlay>();
  const [mode, setMode] = useState<Mode>();
  const [sent, setSent] = useState(0);
  const [target, setTarget] = useState<{ seq: number; turn: number }>();
  const [searching, setSearching] = useState(false);
  const [found, setFound] = useState("");
  const searchedFrom = useRef<Element>(null);
  const back = useRef<Element | null>(null);

  const mark = memberOf(state, me)?.read_seq ?? state.chat.read_seq;
  // Read sequence when the chat was opened. The line before the unread messages stays there.
  const [readUpTo] = useState(() => (hasUnread(state, me, mark) ? mark : undefined));

  const { messages, hasAfter } = state;
  // In a large group marks are not told: what is sent is all that is known.
  const members = detail.member_count > MAX_RECEIPT_MEMBERS ? nobody : detail.members;
  const rows = useMemo(
    () =>
      timeline({
        messages,
        // A window that ends in the past does not show what was written just now.
        unsent: hasAfter ? [] : unsent,
        me,
        agent,
        members,
        online,
        readUpTo,
      }),
    [messages, hasAfter, unsent, me, agent, members, online, readUpTo],
  );

  const jump = (seq: number) => {
    if (messageAt(state, seq) && messages.some((message) => message.seq === seq))
      setTarget((last) => ({ seq, turn: (last?.turn ?? 0) + 1 }));
    else history.toMessage(seq);
  };
  const open = (next: Overlay) => {
    // The first one remembers where the focus was; what it leads to goes back there as well.
    if (!overlay) back.current = document.activeElement;
    setOverlay(next);
  };
  const close = () => setOverlay(undefined);
  const search = () => {
    searchedFrom.current = document.activeElement;
    setSearching(true);
  };
  const endSearch = () => {
    setSearching(false);
    setFound("");
    if (searchedFrom.current instanceof HTMLElement) searchedFrom.current.focus();
  };
  // Restores the focus after a dialog, unless its action moved the focus.
  useEffect(() => {
    if (overlay || document.activeElement !== document.body) return;
    if (back.current instanceof HTMLElement) back.current.focus();
  }, [overlay]);
  const actions = useSteady<MessageActions>({
    picture: setPicture,
    open,
    jump,
    react: changes.react,
    reply: (message) => setMode({ kind: "reply", message }),
    edit: (message) => setMode({ kind: "edit", message }),
  });
  useAskedFor((seq, query) => {
    setFound(query);
    jump(seq);
  });
  const log = useMessageListContext(detail, told.knownPeople);

  const onSent = useCallback(() => {
    setSent((count) => count + 1);
    if (hasAfter) history.toNewest();
  }, [hasAfter, history.toNewest]);

  return (
    <MessageActionsContext value={actions}>
      <MessageListContext value={log}>
        <section className={classes.pane} aria-label={t("chat.label")}>
          <ChatHeader state={state} typing={typing} onSearch={search} />
          {searching && (
            <Suspense>
              <SearchBar chat={chat} onJump={jump} onQuery={setFound} onClose={endSearch} />
            </Suspense>
          )}
          <FoundQueryContext value={found}>
            <MessageList
              key={history.turn}
              state={state}
              rows={rows}
              mark={mark}
              readUpTo={readUpTo}
              typing={typing}
              history={history}
              sent={sent}
              target={target}
            />
          </FoundQueryContext>
          <ChatRequest chat={detail} me={me} />
          {detail.can_write && !isUsedUp(detail, me) ? (
            <Composer
              state={state}
              draft={detail.draft}
              mode={mode}
              onMode={setMode}
              onSent={onSent}
              onEdit={changes.edit}
              onEditLast={() => {
                const message = lastEditable(messages, me, Date.now(), viewer);
                if (message) setMode({ kind: "edit", message });
              }}
            />
          ) : (
            <Suspense fallback={<div />}>
              <ComposerDisabled chat={detail} />
            </Suspense>
          )}
        </section>
        <aside className={classes.people} aria-label={t("people.title")}>
          <Suspense fallback={<InfoSkeleton />}>
            <InfoColumn state={state} onSearch={search} />
          </Suspense>
        </aside>
        <Suspense>
          {picture && <Lightbox state={state} picture={picture} onClose={() => setPicture(undefined)} />}
          {overlay && <Overlays overlay={overlay} state={state} changes={changes} onClose={close} />}
        </Suspense>
      </MessageListContext>
    </MessageActionsContext>
  );
}

/** Receipts are not sent in groups with more members. */
const MAX_RECEIPT_MEMBERS = 200;
const nobody: never[] = [];

function hasUnread(state: ChatState, me: number, mark: number): boolean {
  return state.chat.unread > 0 || unreadAfter(state.messages, me, mark) > 0;
}

/** The same object for as long as the component lives, whose functions are always the newest. */
function useSteady<T extends object>(newest: T): T {
  const current = useRef(newest);
  current.current = newest;
  const [steady] = useState(() => {
    const made: Record<string, unknown> = {};
    for (const name of Object.keys(newest)) {
      made[name] = (...args: unknown[]) =>
        (current.current as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args);
    }
    return made as T;
  });
  return steady;
}

/** `?message=12&found=word`: a search elsewhere, or a notification, leads to one message and marks the words. */
function useAskedFor(jump: (seq: number, query: string) => void): void {
  const [params, setParams] = useSearchParams();
  const seq = Number(params.get("message")) || undefined;
  const query = params.get("found") ?? "";
  const act = useRef(jump);
  act.current = jump;
  useEffect(() => {
    if (seq === undefined) return;
    act.current(seq, query);
    // Once: a reload shows the newest again.
    setParams(
      (before) => {
        before.delete("message");
        before.delete("found");
        return before;
      },
      { replace: true },
    );
  }, [seq, query, setParams]);
}
