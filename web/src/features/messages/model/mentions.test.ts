import { describe, expect, it } from "vitest";
import { completeMention, mentionedIn, mentionQueryAt, splitMentions, suggestions } from "./mentions";
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

describe("a mention while typing", () => {
  it("starts at the sign at the start of a word", () => {
    expect(mentionQueryAt("Hello @br", 9)).toEqual({ query: "br", from: 6 });
    expect(mentionQueryAt("@", 1)).toEqual({ query: "", from: 0 });
    expect(mentionQueryAt("mail@br", 7)).toBeUndefined();
    expect(mentionQueryAt("Hello @br there", 12)).toBeUndefined();
  });

  it("matches names without case and accents", () => {
    const jerome = { ...card(9), userName: "jr", firstName: "Jérôme" };
    expect(suggestions("JER", [...people, jerome])).toEqual([jerome]);
    expect(suggestions("", people)).toHaveLength(3);
    expect(suggestions("runo", people)).toEqual([]);
  });

  it("is completed with a space", () => {
    expect(completeMention("Hi @br you", { query: "br", from: 3 }, "bruno")).toEqual({
      text: "Hi @bruno you",
      caret: 10,
    });
    expect(completeMention("Hi @br", { query: "br", from: 3 }, "bruno")).toEqual({
      text: "Hi @bruno ",
      caret: 10,
    });
  });
});
