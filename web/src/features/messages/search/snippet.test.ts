import { expect, it } from "vitest";
import { shortenLead } from "./snippet";

const found = (before: string) =>
  shortenLead([
    { text: before, match: false },
    { text: "boats", match: true },
    { text: " that came in late", match: false },
  ])
    .map(({ text }) => text)
    .join("");

it("keeps whole words before the match", () => {
  expect(found("…answer that tells how the evening went, with the ")).toBe(
    "…went, with the boats that came in late",
  );
});

it("keeps a short lead unchanged", () => {
  expect(found("See the ")).toBe("See the boats that came in late");
});

it("splits no character and needs no spaces", () => {
  expect(found("🌊".repeat(30))).toBe(`…${"🌊".repeat(16)}boats that came in late`);
});

it("returns the full text when it starts with a match", () => {
  const begins = [
    { text: "Boats", match: true },
    { text: " that came in late", match: false },
  ];
  expect(shortenLead(begins)).toBe(begins);
  const none = [{ text: "Nothing of what was looked for is here", match: false }];
  expect(shortenLead(none)).toBe(none);
});
