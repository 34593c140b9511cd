import { describe, expect, test } from "vitest";
import { commentOf, reelOf } from "@/test/reels";
import { eventsSince, type LiveReel, MAX_RECENT, reelTopic } from "./reelTopic";

const { counts } = reelOf();
const start = reelTopic.snapshot({ counts, watching: 3, comments: [] }, undefined);
const apply = (state: LiveReel, event: unknown) => reelTopic.event(state, event, 1) as LiveReel;
const signal = (state: LiveReel, data: unknown) => reelTopic.signal?.(state, data, 0) as LiveReel;

describe("the stream of a reel", () => {
  test("shows the newest counts and watchers", () => {
    const newer = signal(start, {
      type: "counts",
      counts: { ...counts, likes: 9, revision: 5 },
      watching: 7,
    });
    expect(newer).toMatchObject({ counts: { likes: 9 }, watching: 7 });
    const late = signal(newer, { type: "counts", counts: { ...counts, revision: 4 }, watching: 6 });
    expect(late).toMatchObject({ counts: { likes: 9 }, watching: 6 });
  });

  test("tells that the reel was removed", () => {
    expect(start.removed).toBe(false);
    expect(apply(start, { type: "removed" }).removed).toBe(true);
  });

  test("gives each comment event once", () => {
    const one = apply(start, { type: "comment", comment: commentOf() });
    const two = signal(one, { type: "comment_likes", comments: [{ comment_id: 11, likes: 1 }] });
    expect(eventsSince(two, one)?.map(({ type }) => type)).toEqual(["comment_likes"]);
    expect(eventsSince(two, two)).toEqual([]);
  });

  test("tells a gap after a new snapshot or too many events", () => {
    const again = reelTopic.snapshot({ counts, watching: 1, comments: [] }, start);
    expect(eventsSince(again, start)).toBeNull();
    let state = start;
    for (let i = 0; i <= MAX_RECENT; i += 1)
      state = apply(state, { type: "comment", comment: commentOf({ id: i }) });
    expect(eventsSince(state, start)).toBeNull();
  });
});
