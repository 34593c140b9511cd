/** Document kinds, file types and sizes that the server accepts. */
export const DOCUMENT_KINDS = [
  "registration",
  "identity",
  "address",
  "licence",
  "insurance",
  "tax",
  "other",
] as const;
export const DOCUMENT_TYPES: readonly string[] = ["application/pdf", "image/jpeg", "image/png", "image/webp"];
export const DOCUMENT_BYTES = 10_000_000;

/** So long before its end a document is spoken of. */
const SOON_DAYS = 30;

/** Tells if a document is valid, expires soon or has expired. It is valid on its last day. */
export function expiry(expires_on: string | null, now: Date): "fine" | "soon" | "over" {
  if (!expires_on) return "fine";
  const [year = 0, month = 1, day = 1] = expires_on.split("-").map(Number);
  const end = new Date(year, month - 1, day + 1);
  if (now >= end) return "over";
  const soon = new Date(year, month - 1, day + 1 - SOON_DAYS);
  return now >= soon ? "soon" : "fine";
}
