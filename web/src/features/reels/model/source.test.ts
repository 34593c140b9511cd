import { expect, test } from "vitest";
import { reelOf } from "@/test/reels";
import { isWide, sourcesOf } from "./source";

const video = {
  ...(reelOf().video as NonNullable<ReturnType<typeof reelOf>["video"]>),
  url: "/media/1",
  small_url: "/media/2",
  hls_url: "/media/1/master.m3u8",
};
const desk = { hls: false, pixels: 1_080, thrifty: false };

test("plays the playlist where the browser knows it, else the file", () => {
  expect(sourcesOf(video, { ...desk, hls: true })).toEqual(["/media/1/master.m3u8", "/media/1"]);
  expect(sourcesOf(video, { ...desk, hls: true, thrifty: true })[1]).toBe("/media/2");
  expect(sourcesOf({ ...video, hls_url: null }, { ...desk, hls: true })).toEqual(["/media/1"]);
});

test("chooses the file by screen and connection else", () => {
  expect(sourcesOf(video, desk)).toEqual(["/media/1"]);
  expect(sourcesOf(video, { ...desk, pixels: 390 })).toEqual(["/media/2"]);
  expect(sourcesOf(video, { ...desk, thrifty: true })).toEqual(["/media/2"]);
  expect(sourcesOf({ ...video, small_url: null }, { ...desk, thrifty: true })).toEqual(["/media/1"]);
  expect(sourcesOf(null, desk)).toEqual([]);
});

test.each([
  [1_920, 1_080, true],
  [1_080, 1_080, true],
  [864, 1_080, false],
  [540, 960, false],
  [null, null, false],
])("a video of %s by %s is wide: %s", (width, height, wide) => {
  expect(isWide({ width, height })).toBe(wide);
});
