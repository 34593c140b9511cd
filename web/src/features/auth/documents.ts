/** What the server takes as a document. */
export const DOCUMENT_KINDS = ["registration", "identity", "licence", "insurance", "tax", "other"] as const;
export const DOCUMENT_TYPES: readonly string[] = ["application/pdf", "image/jpeg", "image/png", "image/webp"];
export const DOCUMENT_BYTES = 10_000_000;
