import type { Topic } from "@/live";
import type { ReelComment, ReelCounts } from "@/shared/reels/types";

export type CommentEvent =
  | { type: "comment"; comment: ReelComment }
  | { type: "comment_removed"; comment_id: number; parent_id: number | null }
  | { type: "comment_likes"; comments: readonly CommentLikes[] };

export interface CommentLikes {
  comment_id: number;
  likes: number;
}

/** Live part of a reel. Comments are events that open lists apply. */
export interface LiveReel {
  counts: ReelCounts;
  /** Accounts that have the reel in view. */
  watching: number;
  /** Changes with every gap: lists of comments are read again. */
  epoch: number;
  /** Number of comment events so far, of which `recent` holds the last. */
  events: number;
  recent: readonly CommentEvent[];
  /** It was removed, or hidden until a review. */
  removed: boolean;
}

export const MAX_RECENT = 50;

type Signal =
  | { type: "counts"; counts: ReelCounts; watching: number }
  | Extract<CommentEvent, { type: "comment_likes" }>;

const logged = (state: LiveReel, event: CommentEvent): LiveReel => ({
  ...state,
  events: state.events + 1,
  recent: [...state.recent, event].slice(-MAX_RECENT),
});

/** Stream `reel:{id}`. */
export const reelTopic: Topic<LiveReel> = {
  snapshot(data, before) {
    const { counts, watching } = data as Pick<LiveReel, "counts" | "watching">;
    return { counts, watching, epoch: (before?.epoch ?? 0) + 1, events: 0, recent: [], removed: false };
  },
  event(state, event) {
    const change = event as CommentEvent | { type: "removed" };
    return change.type === "removed" ? { ...state, removed: true } : logged(state, change);
  },
  signal(state, signal) {
    const change = signal as Signal;
    if (change.type === "comment_likes") return logged(state, change);
    const { counts, watching } = change;
    return { ...state, watching, counts: counts.revision < state.counts.revision ? state.counts : counts };
  },
};

/** Progress of a reader of the events. */
export interface LogPosition {
  epoch: number;
  events: number;
}

/** Returns the events after a position. Null if some of them are missing. */
export function eventsSince(state: LiveReel, position: LogPosition): readonly CommentEvent[] | null {
  const missed = state.events - position.events;
  if (state.epoch !== position.epoch || missed > state.recent.length) return null;
  return missed > 0 ? state.recent.slice(-missed) : [];
}
