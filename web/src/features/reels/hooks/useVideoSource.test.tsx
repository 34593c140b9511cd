import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Reel } from "@/shared/reels/types";
import { reelOf } from "@/test/reels";
import { readPlayback } from "../model/source";
import { useVideoSource } from "./useVideoSource";

vi.mock("../model/source", async (original) => ({ ...(await original<object>()), readPlayback: vi.fn() }));

const LIST = "/media/1/master.m3u8";
const hls = (change: Partial<Reel> = {}) =>
  reelOf({ ...change, video: { ...(reelOf().video as NonNullable<Reel["video"]>), hls_url: LIST } });

beforeEach(() => void vi.mocked(readPlayback).mockReturnValue({ hls: true, pixels: 1_080, thrifty: false }));

const open = (reel: Reel) => renderHook(({ reel }) => useVideoSource(reel), { initialProps: { reel } });

test("a playlist that fails gives way to the file", () => {
  const { result } = open(hls());
  expect(result.current.source).toBe(LIST);
  act(() => result.current.fail(LIST));
  expect(result.current.source).toBe("/media/1");
});

test("a failure that is told twice counts once", () => {
  const { result } = open(hls());
  act(() => {
    result.current.fail(LIST);
    result.current.fail(LIST);
  });
  expect(result.current.source).toBe("/media/1");
});

test("without another file there is none, until the viewer tries again", () => {
  const { result } = open(reelOf());
  act(() => result.current.fail("/media/1"));
  expect(result.current.source).toBeUndefined();
  act(() => result.current.retry());
  expect(result.current.source).toBe("/media/1");
});

test("another reel begins with its first file", () => {
  const { result, rerender } = open(hls());
  act(() => result.current.fail(LIST));
  rerender({ reel: hls({ id: 2 }) });
  expect(result.current.source).toBe(LIST);
});
