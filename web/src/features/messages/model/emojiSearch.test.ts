import { describe, expect, test } from "vitest";
import french from "@/locales/FR/emoji.json";
import english from "@/locales/US/emoji.json";
import { groups } from "../conversation/composer/emoji";
import { foundEmoji } from "./emojiSearch";

const all = groups.flatMap(({ emoji }) => emoji.split(" "));
const inEnglish = (emoji: string) => (english as Record<string, string>)[emoji] ?? "";
const inFrench = (emoji: string) => (french as Record<string, string>)[emoji] ?? "";

describe("emoji by their words", () => {
  test("every emoji of the picker has words in each language", () => {
    expect(all.filter((one) => !inEnglish(one) || !inFrench(one))).toEqual([]);
  });

  test("the beginning of a word is enough, without accents and case", () => {
    expect(foundEmoji("PIZ", all, inEnglish)).toEqual(["🍕"]);
    expect(foundEmoji("coeur", all, inFrench)).toContain("❤️");
    expect(foundEmoji("etoile", all, inFrench)).toContain("⭐");
  });

  test("every word must be found", () => {
    expect(foundEmoji("green heart", all, inEnglish)).toEqual(["💚"]);
    expect(foundEmoji("green zebra", all, inEnglish)).toEqual([]);
  });

  test("those that are called so come before those that only have to do with it", () => {
    const words: Record<string, string> = { a: "face cat", b: "cat pet", c: "dog" };
    expect(foundEmoji("cat", ["a", "b", "c"], (one) => words[one] ?? "")).toEqual(["b", "a"]);
  });

  test("nothing asked, nothing found", () => expect(foundEmoji("  ", all, inEnglish)).toEqual([]));
});
