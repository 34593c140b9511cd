import { beginUpload, completeUpload, type ReelUpload, readUpload, sendPart } from "./api";

/** Time between two looks at a video that is being encoded. */
const POLL_MS = 1_500;

interface SendOptions {
  /** Upload to continue. */
  open: ReelUpload | undefined;
  onBegin: (upload: ReelUpload) => void;
  /** Part of the bytes that has arrived, from 0 to 1. */
  onProgress: (part: number) => void;
  onProcessing: () => void;
  signal: AbortSignal;
}

/** Uploads a video in parts and waits until it is encoded. An earlier upload continues with the parts that are missing. */
export async function sendVideo(file: File, options: SendOptions): Promise<ReelUpload> {
  const { open, onBegin, onProgress, onProcessing, signal } = options;
  let upload = open ?? (await beginUpload(file.name, file.size));
  onBegin(upload);
  if (upload.state === "receiving") {
    const missing = missingParts(upload);
    let arrived = upload.parts - missing.length;
    onProgress(arrived / upload.parts);
    for (const number of missing) {
      signal.throwIfAborted();
      const part = file.slice(number * upload.part_bytes, (number + 1) * upload.part_bytes);
      await sendPart(upload.id, number, part, await checksumOf(part), signal);
      arrived += 1;
      onProgress(arrived / upload.parts);
    }
    upload = await completeUpload(upload.id);
  }
  onProcessing();
  while (upload.state === "processing") {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
    upload = await readUpload(upload.id);
  }
  return upload;
}

/** Parts that the server has not received, in order. */
export function missingParts({ parts, received }: Pick<ReelUpload, "parts" | "received">): number[] {
  const known = new Set(received);
  return Array.from({ length: parts }, (_, number) => number).filter((number) => !known.has(number));
}

/** Returns the upload of the same file that was interrupted. */
export const interruptedOf = (file: Pick<File, "name" | "size">, uploads: readonly ReelUpload[]) =>
  uploads.find(
    ({ name, bytes, state }) => state === "receiving" && name === file.name && bytes === file.size,
  );

async function checksumOf(part: Blob): Promise<string> {
  const digest = await sha256(new Uint8Array(await part.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Secure origins hash with the browser. Others have no `crypto.subtle` and load a library of 5 KB. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const library = await import("@noble/hashes/sha2.js");
  return library.sha256(bytes);
}
