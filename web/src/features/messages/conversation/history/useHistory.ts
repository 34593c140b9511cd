import { useCallback, useRef, useState } from "react";
import type { Followed } from "@/live";
import { readHistory } from "../../api";
import type { ChatState } from "../../model/chat";
import { withNewer, withOlder, withoutFarAbove, withRoomFor, withWindow } from "../../model/historyWindow";
import type { HistoryPage } from "../../model/wire";

export type Reading = "older" | "newer" | "unread" | "newest" | "message";

/** Requested position of the newest window. */
export type Goal = "unread" | "newest" | number;

export interface History {
  reading: Reading | undefined;
  failed: Reading | undefined;
  /** Grows when the window was replaced, and the reader's place with it. */
  turn: number;
  goal: Goal;
  older(): void;
  newer(): void;
  /** The reader rests at the newest message: what lies far above may go. */
  rest(): void;
  toUnread(after: number): void;
  toNewest(): void;
  toMessage(seq: number): void;
}

/** A wait that is longer is told. */
const noticed = 250;

/** A page is asked for while one scrolls: the frame that is being made does not wait for it. */
const afterThisFrame = () => new Promise<void>((resolve) => setTimeout(resolve));

/** The pages of one chat, into the live state. One at a time: each depends on the ends of the window. */
export function useHistory(
  chat: number,
  { state, patch }: Pick<Followed<ChatState>, "state" | "patch">,
): History {
  const [reading, setReading] = useState<Reading>();
  const [failed, setFailed] = useState<Reading>();
  const [{ turn, goal }, setWindow] = useState<{ turn: number; goal: Goal }>({ turn: 0, goal: "unread" });
  const busy = useRef(false);
  /** A jump that was asked for while a page was on its way. */
  const next = useRef<() => void>(undefined);

  const read = useCallback(
    async (
      what: Reading,
      place: Parameters<typeof readHistory>[1],
      apply: (state: ChatState, page: HistoryPage) => ChatState,
      goal?: Goal,
    ) => {
      if (busy.current) {
        if (goal !== undefined) next.current = () => void read(what, place, apply, goal);
        return;
      }
      busy.current = true;
      setFailed(undefined);
      // A page loaded before the reader reaches it shows no progress.
      const waiting = setTimeout(() => setReading(what), noticed);
      try {
        await afterThisFrame();
        if (what === "older" || what === "newer") patch((current) => withRoomFor(current, what));
        const page = await readHistory(chat, place);
        // A message that was deleted for the viewer, or cleared away, is not in its own page.
        if (typeof goal === "number" && !page.messages.some(({ seq }) => seq === goal)) {
          setFailed(what);
          return;
        }
        patch((current) => apply(current, page));
        if (goal !== undefined) setWindow((last) => ({ turn: last.turn + 1, goal }));
      } catch {
        setFailed(what);
      } finally {
        busy.current = false;
        clearTimeout(waiting);
        setReading(undefined);
        next.current?.();
        next.current = undefined;
      }
    },
    [chat, patch],
  );

  const first = state?.messages[0]?.seq;
  const last = state?.messages.at(-1)?.seq;
  return {
    reading,
    failed,
    turn,
    goal,
    older: useCallback(
      () => first !== undefined && void read("older", { before: first }, withOlder),
      [read, first],
    ),
    newer: useCallback(
      () => last !== undefined && void read("newer", { after: last }, withNewer),
      [read, last],
    ),
    rest: useCallback(() => {
      // Pending requests belong to the ends of the previous window.
      if (!busy.current) patch(withoutFarAbove);
    }, [patch]),
    toUnread: useCallback(
      (after: number) => void read("unread", { around: after }, withWindow, "unread"),
      [read],
    ),
    toNewest: useCallback(() => void read("newest", {}, withWindow, "newest"), [read]),
    toMessage: useCallback((seq: number) => void read("message", { around: seq }, withWindow, seq), [read]),
  };
}
