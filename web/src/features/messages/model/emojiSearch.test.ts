import { describe, expect, test } from "vitest";
import french from "@/locales/FR/emoji.json";
import english from "@/locales/US/emoji.json";
import { groups } from "../conversation/composer/emoji";
import { searchEmoji } from "./emojiSearch";

const all = groups.flatMap(({ emoji }) => emoji.split(" "));
const inEnglish = (emoji: string) => (english as Record<string, string>)[emoji] ?? "";
const inFrench = (emoji: string) => (french as Record<string, string>)[emoji] ?? "";

describe("emoji search", () => {
  test("has keywords for every emoji in each language", () => {
    expect(all.filter((one) => !inEnglish(one) || !inFrench(one))).toEqual([]);
  });

  test("matches prefixes without accents and case", () => {
    expect(searchEmoji("PIZ", all, inEnglish)).toEqual(["🍕"]);
    expect(searchEmoji("coeur", all, inFrench)).toContain("❤️");
    expect(searchEmoji("etoile", all, inFrench)).toContain("⭐");
  });

  test("requires every word", () => {
    expect(searchEmoji("green heart", all, inEnglish)).toEqual(["💚"]);
    expect(searchEmoji("green zebra", all, inEnglish)).toEqual([]);
  });

  test("sorts names before related keywords", () => {
    const words: Record<string, string> = { a: "face cat", b: "cat pet", c: "dog" };
    expect(searchEmoji("cat", ["a", "b", "c"], (one) => words[one] ?? "")).toEqual(["b", "a"]);
  });

  test("returns nothing for an empty query", () => expect(searchEmoji("  ", all, inEnglish)).toEqual([]));
});
