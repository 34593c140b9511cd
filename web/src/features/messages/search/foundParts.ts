export interface TextPart {
  text: string;
  match: boolean;
}

/** Marks that are usually left out: accents, Hebrew and Arabic points, and characters without a width. */
const DECORATION =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\ufeff]|[\u200b-\u200f]|\u2060|[\ufe00-\ufe0f]/gu;
/** Letters that Unicode does not decompose and that other keyboards replace. */
const SPELT_OUT: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  ı: "i",
  þ: "th",
  ς: "σ",
};
/** Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces. */
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}]/u;
const LETTER = /[\p{Alphabetic}\p{N}]/u;
const MARK = /\p{M}/u;

/** Word, or run of a script without spaces. */
interface Word {
  /** Folded characters, each with its place in the text. */
  letters: { letter: string; start: number; end: number }[];
  unspaced: boolean;
}

/** Splits a text at the words of a query. Words match as in the server's search: store/src/chat/search/tokenizer. */
export function foundParts(text: string, query: string): readonly TextPart[] {
  const terms = wordsOf(query.normalize("NFC"));
  const words = terms.length > 0 ? wordsOf(text) : [];
  const ranges = terms
    .flatMap((term, at) => words.flatMap((word) => matchesOf(term, at === terms.length - 1, word)))
    .sort(([a], [b]) => a - b);
  const parts: TextPart[] = [];
  let done = 0;
  for (const [start, end] of ranges) {
    if (end <= done) continue;
    if (start > done) parts.push({ text: text.slice(done, start), match: false });
    parts.push({ text: text.slice(Math.max(start, done), end), match: true });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), match: false });
  return parts;
}

/** The last word of a query may be the beginning of one. In a script without spaces any part of a run matches. */
function matchesOf(term: Word, isPrefix: boolean, word: Word): [start: number, end: number][] {
  const { length } = term.letters;
  if (term.unspaced !== word.unspaced || word.letters.length < length) return [];
  if (!word.unspaced && !isPrefix && word.letters.length !== length) return [];
  const starts = word.unspaced ? word.letters.length - length + 1 : 1;
  return Array.from({ length: starts }, (_, at) => at).flatMap((at) => {
    const found = word.letters.slice(at, at + length);
    const [first, last] = [found[0], found.at(-1)];
    const isMatch = found.every(({ letter }, index) => letter === term.letters[index]?.letter);
    return isMatch && first && last ? [[first.start, last.end]] : [];
  });
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let open: Word | null = null;
  let start = 0;
  for (const sign of text) {
    const end = start + sign.length;
    if (MARK.test(sign) && open) {
      // A combining mark belongs to the letter before it.
      const last = open.letters.at(-1);
      if (last && folded(sign) === "") last.end = end;
    } else if (LETTER.test(sign)) {
      const unspaced = UNSPACED.test(sign);
      if (!open || open.unspaced !== unspaced) {
        open = { letters: [], unspaced };
        words.push(open);
      }
    } else {
      open = null;
    }
    if (open) for (const letter of folded(sign)) open.letters.push({ letter, start, end });
    start = end;
  }
  return words.filter(({ letters }) => letters.length > 0);
}

/** Returns a letter without case, accents and ligatures. */
function folded(letter: string): string {
  const plain = letter.normalize("NFKD").replace(DECORATION, "").toLowerCase();
  const bare = plain.normalize("NFKD").replace(DECORATION, "");
  return [...bare]
    .map((one) => SPELT_OUT[one] ?? one)
    .join("")
    .normalize("NFC");
}
