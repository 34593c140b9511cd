import { useQueryClient } from "@tanstack/react-query";
import { useOpenUploads } from "./api";
import {
  addVideos,
  cancelVideo,
  pauseVideo,
  resumeVideo,
  useUploadQueue,
  type VideoUpload,
} from "./uploadQueue";

/** Videos on their way, and those of the server that have no reel. */
export function useReelUploads() {
  const queries = useQueryClient();
  const items = useUploadQueue((queue) => queue.items);
  const open = useOpenUploads();
  const shown = new Set(items.map(({ id }) => id));
  return {
    items,
    /** Uploads of an earlier visit or another device: interrupted, encoded, or refused. */
    others: (open.data ?? []).filter(({ id }) => !shown.has(id)),
    add: (files: readonly File[]) => addVideos(files, queries),
    pause: (key: string) => pauseVideo(key, queries),
    resume: (key: string) => resumeVideo(key, queries),
    cancel: (upload: Pick<VideoUpload, "key" | "id">) => cancelVideo(upload, queries),
  };
}
