import type { TFunction } from "i18next";
import { ApiError } from "@/api/errors";

/** The server encoded no file of a video. Its reason is the message. */
export class RefusedVideo extends Error {}

/** Maps error codes of the server to keys of texts. The areas are `business-reels` and `common`. */
export const CODES: Readonly<Record<string, string>> = {
  "business.other_company": "refusal.otherCompany",
  internal: "common:error.wrong",
  malformed: "common:error.wrong",
  "media.storage_full": "refusal.storage",
  "media.upload_quota": "refusal.quota",
  not_allowed: "refusal.notAllowed",
  not_found: "refusal.notFound",
  "reel.part_differs": "refusal.partDiffers",
  "reel.parts_missing": "refusal.partsMissing",
  "reel.state": "refusal.state",
  "reel.too_many": "refusal.reels",
  "reel.too_many_uploads": "refusal.openUploads",
  "reel.upload_state": "refusal.uploadState",
  timeout: "refusal.timeout",
  too_large: "refusal.tooLarge",
  too_many: "refusal.tooOften",
  unavailable: "refusal.unavailable",
};

/**
 * Maps the server's sentences about videos, subtitles and fields to keys of texts. A field has no code, and an upload stores
 * the sentence of its failure only.
 */
export const REFUSALS: Readonly<Record<string, string>> = {
  "This file is not a video.": "refusal.noVideo",
  "Send a video: MP4, MOV or WebM.": "refusal.kind",
  "Send a video in the format MP4.": "refusal.onlyMp4",
  "Send a video with H.264 and AAC.": "refusal.codec",
  "The video is too short: 1 second is the least.": "refusal.short",
  "The video is too long: 10 minutes are the most.": "refusal.long",
  "The video has too many pixels: 4,096 × 2,304 are the most.": "refusal.pixels",
  "The video has too many frames.": "refusal.frames",
  "The video is damaged.": "refusal.damaged",
  "The recording is damaged, or of a kind that is not known.": "refusal.damaged",
  "This recording takes too long to encode. Please send a shorter one.": "refusal.slow",
  "You have uploaded too much today. Please try again later.": "refusal.quota",
  "The server has no space for more files right now. Please try again later.": "refusal.storage",
  "This does not work right now. Please try again.": "refusal.unavailable",
  "Something went wrong": "common:error.wrong",
  "A video has at most 500 MB.": "refusal.size",
  "There is no such part.": "refusal.part",
  "Expected a SHA-256 in hexadecimal digits.": "refusal.part",
  "The bytes do not match the checksum. Send the part again.": "refusal.part",
  "This part has {length} bytes.": "refusal.part",
  "Choose an upload that is ready.": "refusal.notReady",
  "A caption has at most 1,000 characters.": "refusal.captionLong",
  "A caption must not contain characters that turn its direction.": "refusal.captionCharacters",
  "Choose a language from the list.": "refusal.language",
  "A reel links at most 10 offerings.": "refusal.offeringsMost",
  "Choose offerings of your own that are on sale.": "refusal.offerings",
  "Name at most 500 reels.": "refusal.order",
  "Name your own reels, each once.": "refusal.order",
  "Only an operator hides a reel.": "refusal.state",
  "This is required.": "refusal.time",
  "Choose a time to come within a year.": "refusal.time",
  "Subtitles have at most 48 KB.": "refusal.subtitleSize",
  "Send subtitles in the format WebVTT.": "refusal.webVtt",
  "These subtitles have no texts.": "refusal.noCues",
  "A time of these subtitles is wrong.": "refusal.cueTime",
};

type Translate = TFunction<"business-reels">;

/** Returns the sentence of the server in the language of the page, if it is known. */
export function translateRefusal(said: string, t: Translate): string {
  const key = REFUSALS[said.replace(/^This part has \d+ bytes\.$/, "This part has {length} bytes.")];
  return key ? t(key) : said;
}

/** Returns the reason for a failure. Undefined if the server gave none, as without a network. */
export function reasonOf(failure: Error, t: Translate): string | undefined {
  if (failure instanceof RefusedVideo) return translateRefusal(failure.message, t) || undefined;
  if (!(failure instanceof ApiError) || failure.code === "network") return undefined;
  const [field] = Object.values(failure.fields)[0] ?? [];
  if (field) return translateRefusal(field, t);
  const key = CODES[failure.code];
  return key ? t(key) : translateRefusal(failure.message, t);
}
