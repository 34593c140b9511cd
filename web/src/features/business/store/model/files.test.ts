import { expect, test } from "vitest";
import { fileProblem } from "./files";

test.each([
  ["image/png", 15_000_000, null],
  ["image/png", 15_000_001, "pictureSize"],
  ["video/mp4", 50_000_000, null],
  ["video/mp4", 50_000_001, "videoSize"],
  ["image/svg+xml", 10, "type"],
  ["application/pdf", 10, "type"],
])("%s of %i bytes", (type, size, problem) => {
  expect(fileProblem({ type, size })).toBe(problem);
});
