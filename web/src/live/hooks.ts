import { useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import type { ConnectionState, LiveClient } from "./client";
import { LiveContext } from "./LiveContext";
import type { Unsent } from "./outbox";
import type { Readable } from "./store";
import type { Topic, View } from "./subscription";

const never: Readable<never[]> = { get: () => none, subscribe: () => () => {} };
const none: never[] = [];
const idle: View<never> = { status: "loading", state: undefined, error: undefined };
const idleView: Readable<View<never>> = { get: () => idle, subscribe: () => () => {} };
const idleState: Readable<ConnectionState> = { get: () => "connecting", subscribe: () => () => {} };

export function useReadable<T>(source: Readable<T>): T {
  return useSyncExternalStore(source.subscribe, source.get);
}

/** The live client of the signed-in account, or null before there is one. */
export function useLive(): LiveClient | null {
  return useContext(LiveContext);
}

export function useSocket(): { state: ConnectionState; hurry: () => void } {
  const live = useLive();
  const state = useReadable(live?.state ?? idleState);
  const hurry = useCallback(() => live?.hurry(), [live]);
  return { state, hurry };
}

export interface Followed<S> extends View<S> {
  /** Changes the shared state from this side, for what came by REST. */
  patch(change: (state: S) => S): void;
  /** Asks again after a refusal. */
  retry(): void;
}

/** Follows a stream while mounted. `topic` must be a constant: the first follower's reducer serves all. */
export function useTopic<S>(stream: string | null, topic: Topic<S>): Followed<S> {
  const live = useLive();
  const subscription = live && stream !== null ? live.subscription(stream, topic) : undefined;
  useEffect(() => (live && stream !== null ? live.follow(stream, topic) : undefined), [live, stream, topic]);
  const view = useReadable<View<S>>(subscription?.view ?? idleView);
  return useMemo(
    () => ({
      ...view,
      patch: (change) => subscription?.patch(change),
      retry: () => stream !== null && live?.retry(stream),
    }),
    [view, subscription, live, stream],
  );
}

/** Changes the shared state of a stream without following it: its events draw nothing again. */
export function useTopicPatch<S>(stream: string, topic: Topic<S>): Followed<S>["patch"] {
  const live = useLive();
  return useCallback((change) => live?.subscription(stream, topic).patch(change), [live, stream, topic]);
}

/** Returns unsent commands that the stream does not show yet, oldest first. Without an argument: of all streams. */
export function useUnsent(stream?: string): readonly Unsent[] {
  const items = useReadable<readonly Unsent[]>(useLive()?.outbox.items ?? never);
  return useMemo(
    () => (stream === undefined ? items : items.filter((item) => item.stream === stream)),
    [items, stream],
  );
}
