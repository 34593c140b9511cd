import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useLive } from "@/live";
import type { ChatState } from "../model/chat";
import { type Row, unreadAfter } from "../model/timeline";
import { streamOf, useMe } from "../streams";
import { Arrivals } from "./Arrivals";
import { useLooking } from "./focus";
import type { History } from "./history";
import { JumpDown, JumpUp } from "./Jumps";
import type { Picture } from "./Lightbox";
import { LogRow, type ShownRow } from "./LogRow";
import classes from "./MessageLog.module.css";
import { ReadingHistory } from "./ReadingHistory";

/** A page of history is asked for this far before its end is reached. */
const ahead = 900;
/** As good as at the end: a finger's breadth. */
const nearEnd = 64;

interface MessageLogProps {
  state: ChatState;
  rows: readonly Row[];
  /** What the viewer has read. */
  mark: number;
  /** What they had read when the chat was opened. */
  readUpTo: number | undefined;
  typing: readonly number[];
  history: History;
  /** Grows with each message that is written here. */
  sent: number;
  onPicture: (picture: Picture) => void;
}

export function MessageLog({
  state,
  rows,
  mark,
  readUpTo,
  typing,
  history,
  sent,
  onPicture,
}: MessageLogProps) {
  const { t } = useTranslation("messages");
  const live = useLive();
  const me = useMe();
  const looking = useLooking();
  const list = useRef<VirtualizerHandle>(null);
  const [atEnd, setAtEnd] = useState(true);
  const stick = useRef(true);
  const { messages, hasBefore, hasAfter, arrived, chat } = state;

  const shown: ShownRow[] = [
    ...(hasBefore ? [] : [{ kind: "start", key: "start" } as const]),
    ...rows,
    ...(typing.length > 0 && !hasAfter ? [{ kind: "typing", key: "typing", users: typing } as const] : []),
    { kind: "end", key: "end" },
  ];
  const unreadRow = shown.findIndex((row) => row.kind === "unread");
  const last = shown.length - 1;
  const shift = useGrewAtStart(messages[0]?.seq);

  const measure = useCallback(() => {
    const { current } = list;
    if (!current) return;
    const below = current.scrollSize - current.scrollOffset - current.viewportSize;
    stick.current = below < nearEnd;
    setAtEnd(stick.current);
    if (hasBefore && current.scrollOffset < ahead) history.older();
    if (hasAfter && below < ahead) history.newer();
  }, [hasBefore, hasAfter, history.older, history.newer]);

  const toEnd = useCallback(() => list.current?.scrollToIndex(last, { align: "end" }), [last]);
  const keepEnd = useCallback(() => {
    if (stick.current && !hasAfter) toEnd();
  }, [hasAfter, toEnd]);

  // The first place: at the line before the unread messages when there is one, else at the end.
  const first = useRef(history.goal === "unread" && unreadRow >= 0 ? unreadRow : undefined);
  useLayoutEffect(() => {
    if (first.current !== undefined) {
      stick.current = false;
      list.current?.scrollToIndex(first.current, { align: "start", offset: -48 });
      first.current = undefined;
    } else {
      keepEnd();
    }
  }, [keepEnd]);

  // What one writes oneself is always shown.
  useLayoutEffect(() => {
    if (sent > 0) stick.current = true;
  }, [sent]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message may have changed what is in view
  useEffect(measure, [measure, shown.length]);

  const newest = [...messages, ...arrived].at(-1)?.seq ?? 0;
  const unread =
    unreadAfter(messages, me, mark) + unreadAfter(arrived, me, Math.max(mark, messages.at(-1)?.seq ?? 0));
  useEffect(() => {
    if (atEnd && looking && !hasAfter && unread > 0) live?.mark(streamOf(chat.id), "read", newest);
  }, [atEnd, looking, hasAfter, unread, newest, live, chat.id]);

  const unreadAbove =
    readUpTo !== undefined && hasBefore && (messages[0]?.seq ?? 0) > readUpTo && history.turn === 0;
  return (
    <div className={classes.place}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard */}
      <section className={classes.scroller} tabIndex={0} aria-label={t("chat.history")} data-testid="history">
        {/* Few messages stand at the bottom, beside the composer. */}
        <div className={classes.spacer} />
        <Virtualizer
          ref={list}
          data={shown}
          shift={shift}
          onScroll={measure}
          onResize={keepEnd}
          bufferSize={400}
        >
          {(row) => <LogRow key={row.key} row={row} state={state} onPicture={onPicture} />}
        </Virtualizer>
      </section>
      <Arrivals state={state} me={me} />
      <ReadingHistory history={history} />
      {unreadAbove && <JumpUp count={chat.unread} onJump={() => history.toUnread(readUpTo)} />}
      {(!atEnd || hasAfter) && (
        <JumpDown
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

/** True for the render in which older messages came before the first one: the list then holds on to its end. */
function useGrewAtStart(first: number | undefined): boolean {
  const before = useRef(first);
  const grew = first !== undefined && before.current !== undefined && first < before.current;
  useLayoutEffect(() => {
    before.current = first;
  }, [first]);
  return grew;
}
