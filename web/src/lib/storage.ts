/** Web storage that may be forbidden, full or absent: a refusal reads as nothing and a write is dropped. */
export function readStored(key: string, area: "local" | "session" = "local"): string | null {
  try {
    return storage(area).getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null, area: "local" | "session" = "local"): void {
  try {
    if (value === null) storage(area).removeItem(key);
    else storage(area).setItem(key, value);
  } catch {
    // Private windows and full disks refuse writes; the page goes on with what it holds in memory.
  }
}

function storage(area: "local" | "session"): Storage {
  return area === "local" ? window.localStorage : window.sessionStorage;
}
