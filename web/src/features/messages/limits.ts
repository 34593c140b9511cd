import type { MediaKind } from "./model/wire";

/** Time in which the server lets a message be edited, and deleted for everybody. */
export const EDIT_PERIOD_MS = 24 * 3_600_000;

/** Upload limits of the server, checked before the upload. */
const MEGABYTE = 1_000_000;
export const LIMITS = {
  image: 15 * MEGABYTE,
  voice: 10 * MEGABYTE,
  video: 50 * MEGABYTE,
  file: 25 * MEGABYTE,
} as const satisfies Record<MediaKind, number>;

export const MAX_VOICE_MS = 10 * 60_000;

const PICTURES = /^image\/(jpeg|png|webp|gif|avif|heic|heif|bmp)$/;
const VIDEOS = /^video\/(mp4|webm|quicktime|x-matroska|ogg|3gpp)$/;
const FILES = /\.(pdf|zip|docx?|xlsx?|pptx?|odt|ods|odp|txt|csv)$/i;

/** For the file dialog: what is offered there is what is taken here. */
export const ACCEPT =
  "image/jpeg,image/png,image/webp,image/gif,image/avif,video/mp4,video/webm,video/quicktime," +
  ".pdf,.zip,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.txt,.csv";

export type FileError = "type" | "size";

export function kindOf({ type, name }: Pick<File, "type" | "name">): MediaKind | undefined {
  if (PICTURES.test(type)) return "image";
  if (VIDEOS.test(type)) return "video";
  return FILES.test(name) ? "file" : undefined;
}

export function fileErrorOf(file: Pick<File, "type" | "name" | "size">): FileError | undefined {
  const kind = kindOf(file);
  if (!kind) return "type";
  return file.size > LIMITS[kind] ? "size" : undefined;
}
