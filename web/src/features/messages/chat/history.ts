import { useCallback, useRef, useState } from "react";
import type { Followed } from "@/live";
import { type ChatState, withNewer, withOlder, withWindow } from "../model/chat";
import type { Page } from "../model/wire";
import { readHistory } from "../requests";

export type Reading = "older" | "newer" | "unread" | "newest";

export interface History {
  reading: Reading | undefined;
  failed: Reading | undefined;
  /** Grows when the window was replaced, and the reader's place with it. */
  turn: number;
  /** Where the newest window was asked to stand. */
  goal: "unread" | "newest";
  older(): void;
  newer(): void;
  toUnread(after: number): void;
  toNewest(): void;
}

/** The pages of one chat, into the live state. One at a time: each depends on the ends of the window. */
export function useHistory(
  chat: number,
  { state, patch }: Pick<Followed<ChatState>, "state" | "patch">,
): History {
  const [reading, setReading] = useState<Reading>();
  const [failed, setFailed] = useState<Reading>();
  const [{ turn, goal }, setWindow] = useState<{ turn: number; goal: "unread" | "newest" }>({
    turn: 0,
    goal: "unread",
  });
  const busy = useRef(false);

  const read = useCallback(
    async (
      what: Reading,
      place: Parameters<typeof readHistory>[1],
      apply: (state: ChatState, page: Page) => ChatState,
    ) => {
      if (busy.current) return;
      busy.current = true;
      setReading(what);
      setFailed(undefined);
      try {
        const page = await readHistory(chat, place);
        patch((current) => apply(current, page));
        if (what === "unread" || what === "newest")
          setWindow((last) => ({ turn: last.turn + 1, goal: what }));
      } catch {
        setFailed(what);
      } finally {
        busy.current = false;
        setReading(undefined);
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
    toUnread: useCallback((after: number) => void read("unread", { around: after }, withWindow), [read]),
    toNewest: useCallback(() => void read("newest", {}, withWindow), [read]),
  };
}
