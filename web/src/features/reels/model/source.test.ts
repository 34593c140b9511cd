import { expect, test } from "vitest";
import { reelOf } from "@/test/reels";
import { sourceOf } from "./source";

const video = {
  ...(reelOf().video as NonNullable<ReturnType<typeof reelOf>["video"]>),
  url: "/media/1",
  small_url: "/media/2",
  hls_url: "/media/1/master.m3u8",
};
const desk = { hls: false, pixels: 1_080, thrifty: false };

test("plays the playlist where the browser knows it", () => {
  expect(sourceOf(video, { ...desk, hls: true })).toBe("/media/1/master.m3u8");
  expect(sourceOf({ ...video, hls_url: null }, { ...desk, hls: true })).toBe("/media/1");
});

test("chooses the file by screen and connection else", () => {
  expect(sourceOf(video, desk)).toBe("/media/1");
  expect(sourceOf(video, { ...desk, pixels: 390 })).toBe("/media/2");
  expect(sourceOf(video, { ...desk, thrifty: true })).toBe("/media/2");
  expect(sourceOf({ ...video, small_url: null }, { ...desk, thrifty: true })).toBe("/media/1");
  expect(sourceOf(null, desk)).toBeUndefined();
});
