import { expect, it } from "vitest";
import { onlyEmoji } from "./onlyEmoji";

it.each(["👍", "❤️", "😂😂😂", " 🎉 🎉 ", "👋🏽", "☝🏽", "🇫🇷🇯🇵", "1️⃣", "👩‍❤️‍👨", "🧑🏽‍⚕️", "🏴‍☠️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👁️‍🗨️"])(
  "%s stands alone",
  (text) => expect(onlyEmoji(text)).toBe(true),
);

it.each(["", " ", "1", "123", "#", "©", "ok 👍", "👍!", "😂😂😂😂", "🇫🇷🇯🇵🇵🇹🇪🇸", "a".repeat(5_000)])(
  "“%s” is text",
  (text) => expect(onlyEmoji(text)).toBe(false),
);
