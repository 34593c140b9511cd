import type { ReelVideo } from "@/shared/reels/types";

export interface Playback {
  /** The browser plays HLS by itself. */
  hls: boolean;
  /** Width of the video on the screen, in device pixels. */
  pixels: number;
  /** The connection is slow, or the viewer saves data. */
  thrifty: boolean;
}

/** Widest picture for which the small file is sharp enough. */
const SMALL_PIXELS = 480;

/**
 * Returns the files to play, the first before those that stand in for it. A playlist lets the browser choose the size, else
 * the screen and the connection do.
 */
export function sourcesOf(video: ReelVideo | null, { hls, pixels, thrifty }: Playback): readonly string[] {
  if (!video) return [];
  const small = thrifty || pixels <= SMALL_PIXELS;
  const file = small && video.small_url ? video.small_url : video.url;
  return hls && video.hls_url ? [video.hls_url, file] : [file];
}

/** Widest shape that fills the upright frame. */
const UPRIGHT = 4 / 5;

/** Returns true for a video that is shown whole: the frame would cut too much off its sides. */
export function isWide({ width, height }: Pick<ReelVideo, "width" | "height">): boolean {
  return width !== null && height !== null && width > height * UPRIGHT;
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

let hls: boolean | undefined;

/** Reads what this browser plays, and its screen and connection now. */
export function readPlayback(): Playback {
  hls ??= document.createElement("video").canPlayType("application/vnd.apple.mpegurl") !== "";
  const { connection } = navigator as { connection?: Connection };
  const slow = /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? "");
  const width = Math.min(innerWidth, (innerHeight * 9) / 16);
  return { hls, pixels: width * devicePixelRatio, thrifty: slow || connection?.saveData === true };
}
