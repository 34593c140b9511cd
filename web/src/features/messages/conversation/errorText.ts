const TRANSLATED_CODES = new Set([
  "chat.too_late",
  "chat.no_such_message",
  "chat.no_such_media",
  "chat.empty",
  "chat.text_too_long",
  "chat.too_many_pictures",
  "chat.too_many_reactions",
  "chat.not_an_emoji",
  "chat.cannot_mention",
  "chat.blocked",
  "chat.request_limit",
  "chat.request_pending",
  "chat.not_yours",
  "chat.cannot_forward",
]);

/** The refusals that a person can meet have words of their own; another says that it did not work. */
export function errorText(code: string, t: (key: string) => string): string {
  return t(TRANSLATED_CODES.has(code) ? `refusal.${code.slice("chat.".length)}` : "refusal.other");
}
