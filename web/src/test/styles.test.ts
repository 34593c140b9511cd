import { describe, expect, test } from "vitest";
import { sourceFiles } from "./files";

/** Left and right by name: a page that reads from right to left would be wrong there. */
const PHYSICAL = [
  /\b(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b/,
  /(?:^|[\s;{])(?:left|right|top|bottom)\s*:/,
  /\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  /\bborder-(?:top|bottom)-(?:left|right)-radius\b/,
  /(?:^|[\s;{])(?:min-|max-)?(?:width|height)\s*:/,
  /\boverscroll-behavior-[xy]\b/,
];
const PHYSICAL_IN_CODE = [
  /\b(?:margin|padding|border)(?:Left|Right|Top|Bottom)\b/,
  /\b(?:textAlign|float)\s*:\s*["'](?:left|right)["']/,
  /\s(?:ml|mr|mt|mb|pl|pr|pt|pb)=[{"]/,
];

function offences(files: RegExp, patterns: RegExp[]): string[] {
  return sourceFiles(files).flatMap(({ name, text }) =>
    text
      .split("\n")
      .map((line, index) => ({ line, at: `${name}:${index + 1}` }))
      .filter(({ line }) => !/@media|@container|^\s*(\/?\*|\/\/)/.test(line))
      .filter(({ line }) => patterns.some((pattern) => pattern.test(line)))
      .map(({ line, at }) => `${at} ${line.trim()}`),
  );
}

describe("styles", () => {
  test("use no physical side in CSS", () => {
    expect(offences(/\.css$/, PHYSICAL)).toEqual([]);
  });

  test("use no physical side in components", () => {
    expect(offences(/\.tsx$/, PHYSICAL_IN_CODE)).toEqual([]);
  });

  test("use colors of the tokens", () => {
    const literal = /#[0-9a-f]{3,8}\b/i;
    // Drawings have palettes of their own; what stands on a face or a picture is the same in both schemes.
    const own = /tokens\.css|TownScene|AuthLayout|Avatar|PictureViewer|AttachmentStrip/;
    expect(offences(/\.css$/, [literal]).filter((line) => !own.test(line))).toEqual([]);
  });

  test.each([
    ["  margin-left: 4px;", true],
    ["  left: 0;", true],
    ["  width: 10px;", true],
    ["  text-align: right;", true],
    ["  margin-inline-start: 4px;", false],
    ["  stroke-width: 2;", false],
    ["  text-align: start;", false],
  ])("classifies %s", (line, physical) => {
    expect(PHYSICAL.some((pattern) => pattern.test(line))).toBe(physical);
  });
});
