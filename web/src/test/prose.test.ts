import path from "node:path";
import { describe, expect, test } from "vitest";
import { SRC, sourceFiles } from "./files";

const E2E = path.resolve(SRC, "../e2e");
const files = [
  ...sourceFiles(/\.(tsx?|css)$/).filter(
    ({ name }) => name !== "api/schema.ts" && name !== "test/prose.test.ts",
  ),
  ...sourceFiles(/\.ts$/, E2E).map(({ name, text }) => ({ name: `e2e/${name}`, text })),
];

/** Comments start with a subject, a verb or a noun, never with one of these words. */
const QUESTION =
  /(?:\/\/|\/\*\*?|^\s*\*)\s*(?:What|Who(?:ever|m|se)?|Whether|How|Where|When|Has|Have|Which|Why)\b/;

/** Identifiers without a technical meaning. */
const VAGUE =
  /\b(?:function|class|interface|type|const|enum) (?:Told|Said|Heard|Letter|Paper|Herald|Teller|Door|Entered|Onlookers|Farewell|Way|Found)\b/;

const MAX_TEST_NAME = 70;
const TEST_NAME = /\b(?:test|it)(?:\.each\([^"`]*\)|\.skip)?\(\s*(["`])(.+?)\1/g;

function lines(pattern: RegExp): string[] {
  return files.flatMap(({ name, text }) =>
    text
      .split("\n")
      .map((line, index) => ({ line, at: `${name}:${index + 1}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ line, at }) => `${at} ${line.trim()}`),
  );
}

describe("prose", () => {
  test("no comment opens with a question word", () => {
    expect(lines(QUESTION)).toEqual([]);
  });

  test("no identifier has a vague name", () => {
    expect(lines(VAGUE)).toEqual([]);
  });

  test("test names are short", () => {
    const names = files
      .filter(({ name }) => /\.(test|spec)\.tsx?$/.test(name))
      .flatMap(({ text }) => [...text.matchAll(TEST_NAME)].map(([, , title = ""]) => title));
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((title) => title.length > MAX_TEST_NAME)).toEqual([]);
  });

  test.each([
    ["/** Who may read. */", true],
    ["  // Whether it is so.", true],
    [" * What the viewer keeps.", true],
    ["/** Returns the reader. */", false],
    ["// Whole pages only.", false],
  ])("%s opens with a question word: %s", (line, expected) => {
    expect(QUESTION.test(line)).toBe(expected);
  });
});
