const MEGABYTE = 1_000_000;

/** Limits of the server, checked before the upload. */
export const PICTURE_MAX = 15 * MEGABYTE;
export const VIDEO_MAX = 50 * MEGABYTE;
export const GALLERY_MAX = 100;
export const CAPTION_MAX = 200;

export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";
export const MEDIA_TYPES = `${PICTURE_TYPES},video/mp4,video/webm,video/quicktime`;

export type FileProblem = "type" | "pictureSize" | "videoSize";

/** Returns the problem of a file, or null. */
export function fileProblem({ type, size }: Pick<File, "type" | "size">): FileProblem | null {
  if (!MEDIA_TYPES.split(",").includes(type)) return "type";
  if (type.startsWith("video/")) return size > VIDEO_MAX ? "videoSize" : null;
  return size > PICTURE_MAX ? "pictureSize" : null;
}
