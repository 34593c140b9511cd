import { ApiError } from "@/api/errors";
import { loadWhenReachable } from "@/lib/lazyPart";
import {
  beginUpload,
  completeUpload,
  createReel,
  type OwnReel,
  type ReelUpload,
  readUpload,
  readUploads,
  sendPart,
} from "./api";
import { RefusedVideo } from "./refusals";

/** Time between two looks at a video that is being encoded. */
const POLL_MS = 1_500;

interface SendOptions {
  /** Upload that an earlier try has begun. */
  id: number | null;
  /** Uploads of other videos of the queue. */
  taken: readonly (number | null)[];
  /** The server has answered: the upload that goes on. */
  onUpload: (upload: ReelUpload) => void;
  /** Part of the bytes that has arrived, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends the parts of a video that the server lacks and completes the upload. Another call continues after a failure. */
export async function sendVideo(file: File, options: SendOptions): Promise<ReelUpload> {
  const { id, taken, onUpload, onProgress, signal } = options;
  const known = (id === null ? undefined : await readKnown(id)) ?? (await interruptedOf(file, taken, signal));
  signal.throwIfAborted();
  const upload = known ?? (await beginUpload(file.name, file.size));
  onUpload(upload);
  if (upload.state !== "receiving") return upload;
  const missing = missingParts(upload);
  let arrived = upload.parts - missing.length;
  onProgress(arrived / upload.parts);
  for (const number of missing) {
    signal.throwIfAborted();
    const part = partOf(file, upload, number);
    await sendPart(upload.id, number, part, await checksumOf(part), signal);
    arrived += 1;
    onProgress(arrived / upload.parts);
  }
  signal.throwIfAborted();
  return completeUpload(upload.id);
}

/** Waits until a video is encoded and makes a draft of it. Returns null if an earlier call has made it. */
export async function makeDraft(id: number, signal: AbortSignal): Promise<OwnReel | null> {
  let upload = await readUpload(id);
  while (upload.state === "processing") {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
    upload = await readUpload(id);
  }
  // A fault of the server: it has the parts, so that another try only completes them.
  if (upload.state === "receiving") throw new Error("The server could not encode the video.");
  if (upload.state === "failed") throw new RefusedVideo(upload.failure ?? "");
  return upload.state === "used" ? null : createReel(id);
}

/** Parts that the server has not received, in order. */
export function missingParts({ parts, received }: Pick<ReelUpload, "parts" | "received">): number[] {
  const known = new Set(received);
  return Array.from({ length: parts }, (_, number) => number).filter((number) => !known.has(number));
}

/** Returns an upload. Undefined if it was deleted meanwhile, as after a day without progress. */
const readKnown = (id: number): Promise<ReelUpload | undefined> =>
  readUpload(id).catch((failure: unknown) => {
    if (isRefusal(failure, "not_found")) return undefined;
    throw failure;
  });

/** Returns the upload of the same bytes that was interrupted. */
async function interruptedOf(
  file: File,
  taken: SendOptions["taken"],
  signal: AbortSignal,
): Promise<ReelUpload | undefined> {
  for (const upload of await readUploads()) {
    const { id, name, bytes, state } = upload;
    const isAlike = state === "receiving" && name === file.name && bytes === file.size;
    if (isAlike && !taken.includes(id) && (await hasSameEnds(file, upload, signal))) return upload;
  }
  return undefined;
}

/**
 * Compares the first and the last part that the server has with those of the file: another file may have the same name and size.
 * The server compares the checksum of a part that it has before it reads the body, so the body is empty.
 */
async function hasSameEnds(file: File, upload: ReelUpload, signal: AbortSignal): Promise<boolean> {
  const { id, received } = upload;
  try {
    for (const number of new Set([...received.slice(0, 1), ...received.slice(-1)])) {
      const checksum = await checksumOf(partOf(file, upload, number));
      await sendPart(id, number, new Blob(), checksum, signal);
    }
    return true;
  } catch (failure) {
    if (isRefusal(failure, "reel.part_differs")) return false;
    throw failure;
  }
}

const isRefusal = (failure: unknown, code: string) => failure instanceof ApiError && failure.code === code;

const partOf = (file: File, { part_bytes }: ReelUpload, number: number): Blob =>
  file.slice(number * part_bytes, (number + 1) * part_bytes);

async function checksumOf(part: Blob): Promise<string> {
  const digest = await sha256(new Uint8Array(await part.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Secure origins hash with the browser. Others have no `crypto.subtle` and load a library of 5 KB. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const library = await loadWhenReachable(() => import("@noble/hashes/sha2.js"));
  return library.sha256(bytes);
}
