import { api, unwrap } from "@/api/client";
import { KEEP_ALIVE } from "@/api/keepAlive";
import { readStored, writeStored } from "@/lib/storage";

const KEY = "plaza.opened-from-reels";
/** Offerings whose reel is remembered. */
const MAX_OPENED = 50;
/** The server counts a purchase for the reel this long. */
const COUNTED_MS = 7 * 24 * 60 * 60 * 1000;

/** Offering, reel, and the time at which it was opened. The latest is the last. */
type Opened = [offering: number, reel: number, at: number];

function isOpened(value: unknown): value is Opened {
  return Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === "number");
}

function readOpened(): Opened[] {
  try {
    const parsed: unknown = JSON.parse(readStored(KEY, "session") ?? "[]");
    return Array.isArray(parsed) ? parsed.filter(isOpened) : [];
  } catch {
    return [];
  }
}

/** Remembers in this tab that an offering was opened from a reel, and tells the server. */
export function openFromReel(reel_id: number, offering_id: number): void {
  const others = readOpened().filter(([offering]) => offering !== offering_id);
  const opened: Opened[] = [...others, [offering_id, reel_id, Date.now()]];
  writeStored(KEY, JSON.stringify(opened.slice(-MAX_OPENED)), "session");
  // A purchase names the reel again.
  unwrap(
    api.POST("/api/v1/userprofessional/reel-open/", { ...KEEP_ALIVE, body: { reel_id, offering_id } }),
  ).catch(() => {});
}

/** Returns the reel from which an offering was opened last in this tab. */
export function openedFrom(offering_id: number): number | undefined {
  const found = readOpened().findLast(
    ([offering, , at]) => offering === offering_id && Date.now() - at < COUNTED_MS,
  );
  return found?.[1];
}
