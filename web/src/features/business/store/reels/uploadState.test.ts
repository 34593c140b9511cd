import { expect, test } from "vitest";
import { isUnsent, nextState, type UploadEvent, type UploadState } from "./uploadState";

const follow = (...events: UploadEvent[]) =>
  events.reduce<UploadState | undefined>((state, event) => state && nextState(state, event), "waiting");

test.each<[UploadEvent[], UploadState]>([
  [["begin", "arrive", "finish"], "done"],
  [["begin", "lose", "reach"], "sending"],
  [["begin", "pause", "resume"], "waiting"],
  [["begin", "lose", "pause", "resume"], "waiting"],
  [["begin", "fail", "resume"], "waiting"],
  [["begin", "cancel"], "done"],
])("%j leads to %s", (events, state) => expect(follow(...events)).toBe(state));

test("a video that the server prepares is neither paused nor cancelled", () => {
  expect(nextState("preparing", "pause")).toBeUndefined();
  expect(nextState("preparing", "cancel")).toBeUndefined();
});

test("a late answer does not move a paused upload", () => {
  for (const event of ["reach", "lose", "arrive", "fail"] as const) {
    expect(nextState("paused", event)).toBeUndefined();
  }
});

test("a paused upload is unsent, one that is prepared is not", () => {
  expect([isUnsent({ state: "paused" }), isUnsent({ state: "preparing" })]).toEqual([true, false]);
});
