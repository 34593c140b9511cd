import type { ReelVideo } from "@/shared/reels/types";

export type VideoPreview = NonNullable<ReelVideo["preview"]>;

/** Returns the column and row of the frame that shows a time in seconds. */
export function frameAt({ interval_ms, frames, columns }: VideoPreview, seconds: number) {
  const last = Math.max(0, frames - 1);
  const frame = Math.min(last, Math.max(0, Math.floor((seconds * 1_000) / interval_ms)));
  return { column: frame % columns, row: Math.floor(frame / columns) };
}

/** Seconds as minutes and seconds. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
