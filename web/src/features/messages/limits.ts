import type { MediaKind } from "./model/wire";

/** Upload limits of the server, checked before the upload. */
const megabyte = 1_000_000;
export const limits = {
  image: 15 * megabyte,
  voice: 10 * megabyte,
  video: 50 * megabyte,
  file: 25 * megabyte,
} as const satisfies Record<MediaKind, number>;

export const MAX_VOICE_MS = 10 * 60_000;

const pictures = /^image\/(jpeg|png|webp|gif|avif|heic|heif|bmp)$/;
const videos = /^video\/(mp4|webm|quicktime|x-matroska|ogg|3gpp)$/;
const files = /\.(pdf|zip|docx?|xlsx?|pptx?|odt|ods|odp|txt|csv)$/i;

/** For the file dialog: what is offered there is what is taken here. */
export const accepted =
  "image/jpeg,image/png,image/webp,image/gif,image/avif,video/mp4,video/webm,video/quicktime," +
  ".pdf,.zip,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.txt,.csv";

export type FileError = "type" | "size";

export function kindOf({ type, name }: Pick<File, "type" | "name">): MediaKind | undefined {
  if (pictures.test(type)) return "image";
  if (videos.test(type)) return "video";
  return files.test(name) ? "file" : undefined;
}

export function fileErrorOf(file: Pick<File, "type" | "name" | "size">): FileError | undefined {
  const kind = kindOf(file);
  if (!kind) return "type";
  return file.size > limits[kind] ? "size" : undefined;
}
