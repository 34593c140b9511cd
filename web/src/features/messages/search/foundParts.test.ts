import { expect, test } from "vitest";
import { foundParts } from "./foundParts";

/** Text with brackets around what is marked. */
const marked = (text: string, query: string) =>
  foundParts(text, query)
    .map(({ text: part, match }) => (match ? `[${part}]` : part))
    .join("");

test.each([
  ["Jérôme is here", "jerome", "[Jérôme] is here"],
  ["jerome is here", "Jérôme", "[jerome] is here"],
  ["cafe\u0301 cre\u0300me", "café", "[cafe\u0301] cre\u0300me"],
  ["Straße and Cœur", "strasse coeur", "[Straße] and [Cœur]"],
  ["two tables, one Table", "table", "two [table]s, one [Table]"],
  ["tables for two", "table two", "tables for [two]"],
  ["a table and a marketable", "table", "a [table] and a marketable"],
  ["see you (table+)", "(table+)", "see you ([table]+)"],
  ["日本語の本", "本", "日[本]語の[本]"],
  ["日本語の本", "日本", "[日本]語の本"],
  ["nothing here", "boat", "nothing here"],
  ["nothing here", "  ", "nothing here"],
  ["", "boat", ""],
])("%j with %j: %j", (text, query, expected) => expect(marked(text, query)).toBe(expected));

test("keeps every character of the text", () => {
  const text = "🌊 İstanbul, ﬁsh & <b>Äpfel</b> 🌊";
  for (const query of ["istanbul", "fish", "apfel", "b", "🌊"]) {
    expect(
      foundParts(text, query)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  }
  expect(marked(text, "fis")).toContain("[ﬁs]h");
});
