/** One visible emoji: a flag, a keycap, or a sign with its skin tone and joined signs. */
const sign = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=[\uFE0F\p{Emoji_Modifier}]))`;
const dressed = String.raw`${sign}[\uFE0F\p{Emoji_Modifier}]?[\u{E0020}-\u{E007F}]*`;
const one = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|${dressed}(?:\u200D(?:${dressed}|\p{Extended_Pictographic}))*)`;
const alone = new RegExp(String.raw`^(?:${one}\s*){1,3}$`, "u");

/** Longer is no emoji, however many are joined; it spares most texts the walk. */
const longest = 60;

/** One to three emoji and nothing else: they are shown large, and without a bubble. */
export const onlyEmoji = (text: string): boolean => text.length <= longest && alone.test(text.trim());
