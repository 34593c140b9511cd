import { isReached } from "@/lib/reachable";
import { readStored, writeStored } from "@/lib/storage";

const STORED = "plaza.reloaded";
/** Whatever is wrong after a reload is not cured by another. */
const RELOAD_INTERVAL_MS = 60_000;

/** Returns true if a page with missing chunks may reload: once, and not again within the interval. */
export function mayReload(last: string | null, now: number): boolean {
  const at = Number(last);
  return last === null || Number.isNaN(at) || now - at > RELOAD_INTERVAL_MS;
}

/**
 * A tab that was open while a new version came asks for files that are no more: it loads the new page by itself, instead of
 * leading a click into nothing. Without a connection it stays, and the screen says that a part did not arrive.
 */
export function reloadOnStaleChunks(): void {
  window.addEventListener("vite:preloadError", async () => {
    const now = Date.now();
    if (!mayReload(readStored(STORED, "session"), now)) return;
    if (!(await isReached())) return;
    writeStored(STORED, String(now), "session");
    window.location.reload();
  });
}
