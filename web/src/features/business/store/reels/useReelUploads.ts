import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { randomId } from "@/lib/ids";
import { deleteUpload, type ReelUpload, useOpenUploads } from "./api";
import { interruptedOf, sendVideo } from "./sendVideo";

/** Limit of the server, checked before the upload. */
const MAX_BYTES = 500 * 1024 * 1024;

/** Video on its way. */
export interface VideoUpload {
  key: string;
  file: File;
  /** Upload at the server. */
  id: number | null;
  progress: number;
  state: "waiting" | "sending" | "processing" | "failed";
  problem: string | null;
}

/** Queue of uploads, one after the other. `onReady` makes a reel of a finished one. */
export function useReelUploads(onReady: (upload: ReelUpload) => Promise<unknown>) {
  const { t } = useTranslation("business-reels");
  const queries = useQueryClient();
  const open = useOpenUploads();
  const [items, setItems] = useState<readonly VideoUpload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const queue = useRef(Promise.resolve());
  const known = useRef<readonly ReelUpload[]>([]);
  known.current = open.data ?? [];
  const change = (key: string, part: Partial<VideoUpload>) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const drop = (key: string) => setItems((all) => all.filter((item) => item.key !== key));
  const reread = () => queries.invalidateQueries({ queryKey: ["business-reels", "uploads"] });

  const run = async ({ key, file }: VideoUpload, signal: AbortSignal) => {
    if (signal.aborted) return;
    change(key, { state: "sending", problem: null });
    try {
      const upload = await sendVideo(file, {
        open: interruptedOf(file, known.current),
        onBegin: ({ id }) => change(key, { id }),
        onProgress: (progress) => change(key, { progress }),
        onProcessing: () => change(key, { state: "processing" }),
        signal,
      });
      if (upload.state === "failed") throw new RefusedVideo(upload.failure ?? t("upload.failed"));
      await onReady(upload);
      drop(key);
    } catch (failure) {
      if (!signal.aborted)
        change(key, { state: "failed", problem: problemOf(failure) ?? t("upload.failed") });
    } finally {
      running.current.delete(key);
      await reread();
    }
  };
  const start = (item: VideoUpload) => {
    const ending = new AbortController();
    running.current.set(item.key, ending);
    queue.current = queue.current.then(() => run(item, ending.signal));
  };
  const add = (files: readonly File[]) => {
    const added = files.map((file): VideoUpload => {
      const problem = !file.type.startsWith("video/")
        ? t("upload.type")
        : file.size > MAX_BYTES
          ? t("upload.size")
          : null;
      return { key: randomId(), file, id: null, progress: 0, state: problem ? "failed" : "waiting", problem };
    });
    setItems((all) => [...all, ...added]);
    for (const item of added) if (!item.problem) start(item);
  };
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const ending of current.values()) ending.abort();
    };
  }, []);
  const shown = new Set(items.map(({ id }) => id));
  return {
    items,
    /** Uploads of an earlier visit: choosing the same file continues them. */
    interrupted: known.current.filter(({ id, state }) => state === "receiving" && !shown.has(id)),
    /** Videos that are encoded and have no reel yet. */
    ready: known.current.filter(({ id, state }) => state === "ready" && !shown.has(id)),
    add,
    retry: (item: VideoUpload) => start(item),
    async cancel({ key, id }: Pick<VideoUpload, "key" | "id">) {
      running.current.get(key)?.abort();
      drop(key);
      // The server deletes what nobody completes; an error leaves it to that.
      if (id !== null) await deleteUpload(id).catch(() => {});
      await reread();
    },
  };
}

class RefusedVideo extends Error {}

function problemOf(failure: unknown): string | undefined {
  if (failure instanceof RefusedVideo) return failure.message;
  if (!(failure instanceof ApiError) || failure.code === "network") return undefined;
  return Object.values(failure.fields)[0]?.[0] ?? failure.message;
}
