import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useLive } from "@/live";
import type { ChatState } from "../../model/chat";
import { type Row, unreadAfter } from "../../model/timeline";
import type { Writer } from "../../model/typing";
import { streamOf, useMe } from "../../useChatStreams";
import { HistoryStatus } from "../history/HistoryStatus";
import type { History } from "../history/useHistory";
import { useTabFocused } from "../useTabFocused";
import classes from "./MessageList.module.css";
import { MessageListContainer, MessageListItem } from "./MessageListItem";
import { MessageListRow, type ShownRow } from "./MessageListRow";
import { NewMessageAnnouncer } from "./NewMessageAnnouncer";
import { ScrollToLatest, ScrollToUnread } from "./ScrollToLatest";
import { useMessageKeys } from "./useMessageKeys";

/** A page of history is asked for this far before its end is reached. */
const PRELOAD_PX = 2_400;
/** As good as at the end: a finger's breadth. */
const END_TOLERANCE_PX = 64;

const HIGHLIGHT_MS = 1_800;

const END = { kind: "end", key: "end" } as const;

interface MessageListProps {
  state: ChatState;
  rows: readonly Row[];
  /** Last read sequence of the viewer. */
  mark: number;
  /** Last read sequence when the chat was opened. */
  readUpTo: number | undefined;
  typing: readonly Writer[];
  history: History;
  /** Grows with each message that is written here. */
  sent: number;
  /** A message of this window to go to; `turn` grows with each wish. */
  target: { seq: number; turn: number } | undefined;
}

export function MessageList({
  state,
  rows,
  mark,
  readUpTo,
  typing,
  history,
  sent,
  target,
}: MessageListProps) {
  const { t } = useTranslation("messages");
  const live = useLive();
  const me = useMe();
  const looking = useTabFocused();
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const stick = useRef(true);
  const { messages, hasBefore, hasAfter, arrived, chat } = state;

  const empty = messages.length === 0;
  const shown = useMemo<ShownRow[]>(
    () => [
      ...(hasBefore ? [] : [{ kind: "start", key: "start", empty } as const]),
      ...rows,
      ...(typing.length > 0 && !hasAfter
        ? [{ kind: "typing", key: "typing", writers: typing } as const]
        : []),
      END,
    ],
    [hasBefore, empty, rows, typing, hasAfter],
  );
  const unreadRow = shown.findIndex((row) => row.kind === "unread");
  const rowsNow = useRef(shown);
  rowsNow.current = shown;
  const unreadNow = useRef(unreadRow);
  unreadNow.current = unreadRow;
  const shift = useMovedAtStart(messages[0]?.seq);

  const askForMore = useCallback(() => {
    const { current } = list;
    // Not laid out yet: everything would be missing.
    if (!current || current.viewportSize === 0) return;
    if (hasBefore && current.scrollOffset < PRELOAD_PX) history.older();
    if (hasAfter && belowView(current) < PRELOAD_PX) history.newer();
  }, [hasBefore, hasAfter, history.older, history.newer]);

  const measure = useCallback(() => {
    const { current } = list;
    if (!current || current.viewportSize === 0) return;
    stick.current = belowView(current) < END_TOLERANCE_PX;
    setAtEnd(stick.current);
    askForMore();
  }, [askForMore]);

  const rest = useCallback(() => {
    if (stick.current) history.rest();
  }, [history.rest]);

  // The list's own way would go on for as long as rows are measured, and take back who scrolls away meanwhile.
  const toEnd = useCallback(() => {
    const { current } = scroller;
    if (current) current.scrollTop = current.scrollHeight;
  }, []);
  const keepEnd = useCallback(() => {
    if (!stick.current || hasAfter) return measure();
    toEnd();
    // The position is known in the next frame.
    askForMore();
  }, [hasAfter, toEnd, measure, askForMore]);

  // Own messages always scroll into view. Runs before the scroll position is kept: both happen in one render.
  useLayoutEffect(() => {
    if (sent > 0) stick.current = true;
  }, [sent]);

  // The first place: at the message that was asked for, or at the line before the unread ones when there is one, else at the end.
  const first = useRef(history.goal);
  const [found, setFound] = useState(typeof history.goal === "number" ? history.goal : undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row moves the end
  useLayoutEffect(() => {
    const goal = first.current;
    first.current = "newest";
    if (typeof goal === "number") {
      stick.current = false;
      list.current?.scrollToIndex(rowOf(rowsNow.current, goal), { align: "center" });
    } else if (goal === "unread" && unreadNow.current >= 0) {
      stick.current = false;
      list.current?.scrollToIndex(unreadNow.current, { align: "start", offset: -48 });
    } else {
      keepEnd();
    }
  }, [keepEnd, shown.length]);

  const { seq: wanted, turn: wish } = target ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same message may be wished for twice
  useLayoutEffect(() => {
    if (wanted === undefined) return;
    stick.current = false;
    setFound(wanted);
    list.current?.scrollToIndex(rowOf(rowsNow.current, wanted), { align: "center" });
  }, [wanted, wish]);
  useEffect(() => {
    if (found === undefined) return;
    // As long as the glow lasts; the same message can then glow anew.
    const timer = setTimeout(() => setFound(undefined), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [found]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message may have changed what is in view
  useEffect(measure, [measure, shown.length]);

  const newest = (arrived.at(-1) ?? messages.at(-1))?.seq ?? 0;
  const unread =
    unreadAfter(messages, me, mark) + unreadAfter(arrived, me, Math.max(mark, messages.at(-1)?.seq ?? 0));
  useEffect(() => {
    if (!atEnd || !looking || hasAfter || unread === 0) return;
    // Others learn of the delivery even if the read mark is kept from them.
    live?.mark(streamOf(chat.id), "delivered", newest);
    live?.mark(streamOf(chat.id), "read", newest);
  }, [atEnd, looking, hasAfter, unread, newest, live, chat.id]);

  const keys = useMessageKeys(scroller);
  const kept = keys.focused === undefined ? -1 : rowOf(shown, keys.focused);
  const unreadAbove =
    readUpTo !== undefined && hasBefore && (messages[0]?.seq ?? 0) > readUpTo && history.turn === 0;
  return (
    <div className={classes.place}>
      <section
        ref={scroller}
        className={classes.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        aria-label={t("chat.history")}
        {...keys.scroller}
        data-testid="history"
      >
        {/* Few messages stand at the bottom, beside the composer. */}
        <div className={classes.spacer} />
        <Virtualizer
          ref={list}
          data={shown}
          shift={shift}
          onScroll={measure}
          onScrollEnd={rest}
          onResize={keepEnd}
          bufferSize={400}
          keepMounted={kept < 0 ? undefined : [kept]}
          as={MessageListContainer}
          item={MessageListItem}
        >
          {(row) => (
            <MessageListRow
              key={row.key}
              row={row}
              found={found !== undefined && row.kind === "bubble" && row.seq === found}
            />
          )}
        </Virtualizer>
      </section>
      <span className={classes.behind} {...keys.end} />
      <NewMessageAnnouncer state={state} me={me} />
      <HistoryStatus history={history} />
      {unreadAbove && <ScrollToUnread count={chat.unread} onJump={() => history.toUnread(readUpTo)} />}
      {(!atEnd || hasAfter) && (
        <ScrollToLatest
          count={unread}
          onJump={() => {
            if (hasAfter) history.toNewest();
            else toEnd();
          }}
        />
      )}
    </div>
  );
}

/** Pixels of the list under what is in view. */
function belowView({ scrollSize, scrollOffset, viewportSize }: VirtualizerHandle): number {
  return scrollSize - scrollOffset - viewportSize;
}

function rowOf(rows: readonly ShownRow[], seq: number): number {
  return rows.findIndex((row) => "seq" in row && row.seq === seq);
}

/** True for the render in which messages came, or went, before the first one: the list then holds on to its end. */
function useMovedAtStart(first: number | undefined): boolean {
  const before = useRef(first);
  const moved = first !== undefined && before.current !== undefined && first !== before.current;
  useLayoutEffect(() => {
    before.current = first;
  }, [first]);
  return moved;
}
