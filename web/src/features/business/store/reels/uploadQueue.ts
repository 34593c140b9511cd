import type { QueryClient } from "@tanstack/react-query";
import { create } from "zustand";
import { useAuth } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { randomId } from "@/lib/ids";
import { untilReachable } from "@/lib/reachable";
import { deleteUpload, type OwnReel, openUploads } from "./api";
import { makeDraft, sendVideo } from "./sendVideo";
import { isSending, isUnsent, nextState, type UploadEvent, type UploadState } from "./uploadState";

/** Limit of the server, checked before the upload. */
const MAX_BYTES = 500 * 1024 * 1024;
/** Videos that wait for the server before no further one is sent. The server refuses more than ten open uploads. */
const MAX_PREPARING = 3;

/** Video on its way. */
export interface VideoUpload {
  key: string;
  file: File;
  /** Upload at the server. */
  id: number | null;
  progress: number;
  state: UploadState;
  problem: "kind" | "size" | Error | null;
}

interface UploadQueue {
  items: readonly VideoUpload[];
  /** Draft that was made last of an upload. */
  made: OwnReel | null;
}

/** Uploads of this page, sent one after the other. They go on while other screens are open. */
export const useUploadQueue = create<UploadQueue>(() => ({ items: [], made: null }));

const running = new Map<string, AbortController>();

const change = (key: string, part: Partial<VideoUpload>) =>
  useUploadQueue.setState(({ items }) => ({
    items: items
      .map((item) => (item.key === key ? { ...item, ...part } : item))
      .filter(({ state }) => state !== "done"),
  }));

function step(key: string, event: UploadEvent, part: Partial<VideoUpload> = {}): void {
  const item = useUploadQueue.getState().items.find((one) => one.key === key);
  const state = item && nextState(item.state, event);
  if (state) change(key, { ...part, state });
}

/** Adds videos to the queue. A file that is too large or no video fails at once. */
export function addVideos(files: readonly File[], queries: QueryClient): void {
  const added = files.map((file): VideoUpload => {
    const problem = !file.type.startsWith("video/") ? "kind" : file.size > MAX_BYTES ? "size" : null;
    return { key: randomId(), file, id: null, progress: 0, state: problem ? "failed" : "waiting", problem };
  });
  useUploadQueue.setState(({ items }) => ({ items: [...items, ...added] }));
  sendNext(queries);
}

/** Stops an upload until it is resumed. The next video is sent. */
export function pauseVideo(key: string, queries: QueryClient): void {
  running.get(key)?.abort();
  step(key, "pause");
  sendNext(queries);
}

/** Continues an upload that was paused or has failed, at its place in the queue. */
export function resumeVideo(key: string, queries: QueryClient): void {
  step(key, "resume", { problem: null });
  sendNext(queries);
}

/** Stops an upload and deletes its parts. */
export async function cancelVideo(
  { key, id }: Pick<VideoUpload, "key" | "id">,
  queries: QueryClient,
): Promise<void> {
  running.get(key)?.abort();
  step(key, "cancel");
  sendNext(queries);
  // The server deletes what nobody completes; an error leaves it to that.
  if (id !== null) await deleteUpload(id).catch(() => {});
  await queries.invalidateQueries(openUploads);
}

/** Sends the first video that waits, unless one is being sent. */
function sendNext(queries: QueryClient): void {
  const { items } = useUploadQueue.getState();
  const preparing = items.filter(({ state }) => state === "preparing").length;
  if (items.some(isSending) || preparing >= MAX_PREPARING) return;
  const next = items.find(({ state }) => state === "waiting");
  if (next) void run(next, queries);
}

/** Sends a video and makes a draft of it when the server has prepared it. */
async function run({ key, file }: VideoUpload, queries: QueryClient): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  running.set(key, ending);
  step(key, "begin");
  const send = () => {
    const { items } = useUploadQueue.getState();
    return sendVideo(file, {
      id: items.find((item) => item.key === key)?.id ?? null,
      taken: items.flatMap((item) => (item.key === key ? [] : (item.id ?? []))),
      onUpload({ id }) {
        change(key, { id });
        step(key, "reach");
      },
      onProgress: (progress) => change(key, { progress }),
      signal,
    });
  };
  try {
    const { id } = await whenReachable(send, signal, () => step(key, "lose"));
    signal.throwIfAborted();
    step(key, "arrive");
    sendNext(queries);
    const made = await whenReachable(() => makeDraft(id, signal), signal);
    signal.throwIfAborted();
    for (const queryKey of [["company"], ["business-reels"]]) void queries.invalidateQueries({ queryKey });
    if (made) useUploadQueue.setState({ made });
    step(key, "finish");
  } catch (failure) {
    if (!signal.aborted) step(key, "fail", { problem: failure as Error });
  } finally {
    if (running.get(key) === ending) running.delete(key);
    if (!signal.aborted) {
      void queries.invalidateQueries(openUploads);
      sendNext(queries);
    }
  }
}

/** The server was not reached: there is no network, or a proxy answered in its place. */
const isUnreached = (failure: unknown) =>
  failure instanceof ApiError && ["network", "http.502", "http.503", "http.504"].includes(failure.code);

/** Acts again each time the server may be reached again, until it answers. */
async function whenReachable<T>(act: () => Promise<T>, signal: AbortSignal, onLost?: () => void): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (failure) {
      if (signal.aborted || !isUnreached(failure)) throw failure;
      onLost?.();
      await untilReachable();
      signal.throwIfAborted();
    }
  }
}

/** Stops all uploads. Another visit can continue them. */
export function stopUploads(): void {
  for (const ending of running.values()) ending.abort();
  running.clear();
  useUploadQueue.setState({ items: [], made: null });
}

// The uploads belong to the account that began them.
useAuth.subscribe((now, before) => {
  if (now.credentials?.user.id !== before.credentials?.user.id) stopUploads();
});

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
// A page that is left stops them. Videos that have arrived are encoded without it.
useUploadQueue.subscribe(({ items }) => {
  if (items.some(isUnsent)) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
});
