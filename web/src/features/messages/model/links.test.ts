import { describe, expect, it } from "vitest";
import { splitLinks } from "./links";

const links = (text: string) =>
  splitLinks(text).flatMap(({ text: shown, href }) => (href ? [[shown, href]] : []));

describe("links in a message", () => {
  it("are found without a scheme and without punctuation", () => {
    expect(links("See https://plaza.example/a?b=1, or www.plaza.example!")).toEqual([
      ["https://plaza.example/a?b=1", "https://plaza.example/a?b=1"],
      ["www.plaza.example", "https://www.plaza.example/"],
    ]);
    expect(links("(https://plaza.example/x_(y)).")).toEqual([
      ["https://plaza.example/x_(y)", "https://plaza.example/x_(y)"],
    ]);
  });

  it("keep the whole text", () => {
    for (const text of [
      "",
      "plain",
      "a https://x.example b",
      "https://x.example",
      "http://",
      "<b>www.</b>",
    ]) {
      expect(
        splitLinks(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }
  });

  it("open web pages only", () => {
    expect(links("javascript:alert(1) data:text/html,x file:///etc ftp://x.example")).toEqual([]);
  });
});
