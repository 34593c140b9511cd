import type { QueryClient } from "@tanstack/react-query";
import { create } from "zustand";
import { useAuth } from "@/api/auth";
import { randomId } from "@/lib/ids";
import { createReel, deleteUpload, type OwnReel, openUploads } from "./api";
import { RefusedVideo } from "./refusals";
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
  problem: "kind" | "size" | Error | null;
}

interface UploadQueue {
  items: readonly VideoUpload[];
  /** Draft that was made last of an upload. */
  made: OwnReel | null;
}

/** Uploads of this page, one after the other. They go on while other screens are open. */
export const useUploadQueue = create<UploadQueue>(() => ({ items: [], made: null }));

const running = new Map<string, AbortController>();
let queue = Promise.resolve();

const setItems = (change: (items: readonly VideoUpload[]) => readonly VideoUpload[]) =>
  useUploadQueue.setState(({ items }) => ({ items: change(items) }));
const change = (key: string, part: Partial<VideoUpload>) =>
  setItems((items) => items.map((item) => (item.key === key ? { ...item, ...part } : item)));
const drop = (key: string) => setItems((items) => items.filter((item) => item.key !== key));

/** Adds videos to the queue. A file that is too large or no video fails at once. */
export function addVideos(files: readonly File[], queries: QueryClient): void {
  const added = files.map((file): VideoUpload => {
    const problem = !file.type.startsWith("video/") ? "kind" : file.size > MAX_BYTES ? "size" : null;
    return { key: randomId(), file, id: null, progress: 0, state: problem ? "failed" : "waiting", problem };
  });
  setItems((items) => [...items, ...added]);
  for (const item of added) if (!item.problem) startVideo(item, queries);
}

/** Puts a video at the end of the queue. An interrupted upload continues. */
export function startVideo(item: VideoUpload, queries: QueryClient): void {
  const ending = new AbortController();
  running.set(item.key, ending);
  change(item.key, { state: "waiting", problem: null });
  queue = queue.then(() => run(item, queries, ending.signal));
}

/** Stops an upload and deletes its parts. */
export async function cancelVideo(
  { key, id }: Pick<VideoUpload, "key" | "id">,
  queries: QueryClient,
): Promise<void> {
  running.get(key)?.abort();
  drop(key);
  // The server deletes what nobody completes; an error leaves it to that.
  if (id !== null) await deleteUpload(id).catch(() => {});
  await queries.invalidateQueries(openUploads);
}

async function run({ key, file }: VideoUpload, queries: QueryClient, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  change(key, { state: "sending" });
  try {
    const upload = await sendVideo(file, {
      open: interruptedOf(file, await queries.fetchQuery(openUploads)),
      onBegin: ({ id }) => change(key, { id }),
      onProgress: (progress) => change(key, { progress }),
      onProcessing: () => change(key, { state: "processing" }),
      signal,
    });
    if (upload.state === "failed") throw new RefusedVideo(upload.failure ?? "");
    const made = await createReel(upload.id);
    for (const queryKey of [["company"], ["business-reels"]]) void queries.invalidateQueries({ queryKey });
    useUploadQueue.setState({ made });
    drop(key);
  } catch (failure) {
    if (!signal.aborted) change(key, { state: "failed", problem: failure as Error });
  } finally {
    if (running.get(key)?.signal === signal) running.delete(key);
    if (!signal.aborted) void queries.invalidateQueries(openUploads);
  }
}

/** Stops all uploads. Another visit can continue them. */
export function stopUploads(): void {
  for (const ending of running.values()) ending.abort();
  running.clear();
  queue = Promise.resolve();
  useUploadQueue.setState({ items: [], made: null });
}

// The uploads belong to the account that began them.
useAuth.subscribe((now, before) => {
  if (now.credentials?.user.id !== before.credentials?.user.id) stopUploads();
});

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
// A page that is left stops them. Videos that have arrived are encoded without it.
useUploadQueue.subscribe(({ items }) => {
  const sending = items.some(({ state }) => state === "waiting" || state === "sending");
  if (sending) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
});
