import { useEffect, useRef } from "react";
import { useTopic } from "@/live";
import { eventsSince, type LiveReel, type LogPosition, reelTopic } from "../model/reelTopic";
import { useCommentCache } from "./useCommentCache";

/** Counts of a reel in view and the number of its viewers. Comments go into the list that is open. */
export function useLiveReel(reel: number | null): LiveReel | undefined {
  const { state } = useTopic(reel === null ? null : `reel:${reel}`, reelTopic);
  const cache = useCommentCache(reel ?? 0);
  const latest = useRef(cache);
  latest.current = cache;
  const seen = useRef<{ reel: number | null; position: LogPosition } | null>(null);
  useEffect(() => {
    if (!state) return;
    const before = seen.current?.reel === reel ? seen.current.position : null;
    seen.current = { reel, position: { epoch: state.epoch, events: state.events } };
    if (!before) return;
    const events = eventsSince(state, before);
    if (events === null) return latest.current.reread();
    for (const event of events) latest.current.apply(event);
  }, [state, reel]);
  return state;
}
