import type { TFunction } from "i18next";
import { ApiError } from "@/api/errors";

/** The server encoded no file of a video. Its reason is the message. */
export class RefusedVideo extends Error {}

/** Maps the server's sentences about videos and subtitles to keys of texts. An upload stores its sentence only. */
export const REFUSALS: Readonly<Record<string, string>> = {
  "This file is not a video.": "noVideo",
  "Send a video: MP4, MOV or WebM.": "kind",
  "Send a video in the format MP4.": "onlyMp4",
  "The video is too short: 1 second is the least.": "short",
  "The video is too long: 10 minutes are the most.": "long",
  "The video has too many pixels: 4,096 × 2,304 are the most.": "pixels",
  "The video has too many frames.": "frames",
  "The video is damaged.": "damaged",
  "The recording is damaged, or of a kind that is not known.": "damaged",
  "This recording takes too long to encode. Please send a shorter one.": "slow",
  "You have uploaded too much without sending it. Please try again tomorrow.": "quota",
  "A video has at most 500 MB.": "size",
  "Finish or delete an upload first.": "openUploads",
  "Remove a reel first: there are too many.": "reels",
  "Choose a time to come within a year.": "time",
  "Choose offerings of your own that are on sale.": "offerings",
  "Subtitles have at most 48 KB.": "subtitleSize",
  "Send subtitles in the format WebVTT.": "webVtt",
  "These subtitles have no texts.": "noCues",
  "A time of these subtitles is wrong.": "cueTime",
};

/** Returns the sentence of the server in the language of the page, if it is known. */
export function translateRefusal(said: string, t: TFunction<"business-reels">): string {
  const key = REFUSALS[said];
  return key ? t(`refusal.${key as "kind"}`) : said;
}

/** Returns the reason for a failure. Undefined if the server gave none, as without a network. */
export function reasonOf(failure: Error, t: TFunction<"business-reels">): string | undefined {
  if (failure instanceof RefusedVideo) return translateRefusal(failure.message, t) || undefined;
  if (!(failure instanceof ApiError) || failure.code === "network") return undefined;
  return translateRefusal(Object.values(failure.fields)[0]?.[0] ?? failure.message, t);
}
