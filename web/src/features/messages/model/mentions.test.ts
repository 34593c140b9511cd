import { describe, expect, it } from "vitest";
import { mentionedIn, splitMentions } from "./mentions";
import { alice, bruno, card, chloe } from "./samples";

const people = [alice, bruno, chloe].map(card);
const shown = (text: string) =>
  splitMentions(text, people).map(({ text: piece, mention }) => (mention ? `[${piece}]` : piece));

describe("mentions in a text", () => {
  it("are separated from the text", () => {
    expect(shown("Hello @bruno, and @Chloe.")).toEqual(["Hello ", "[@bruno]", ", and ", "[@Chloe]", "."]);
  });

  it("match members only, not email addresses", () => {
    expect(shown("mail bruno@plaza.example or @nobody")).toEqual(["mail bruno@plaza.example or @nobody"]);
    expect(shown("https://plaza.example/@bruno")).toEqual(["https://plaza.example/@bruno"]);
  });

  it("keep markup as text", () => {
    expect(shown("<b>@bruno</b>")).toEqual(["<b>", "[@bruno]", "</b>"]);
  });

  it("count each person once", () => {
    expect(mentionedIn("@bruno @bruno @alice", people)).toEqual([bruno, alice]);
  });
});
