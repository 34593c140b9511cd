import { expect, it } from "vitest";
import { fileErrorOf, kindOf, LIMITS } from "./limits";

const file = (name: string, type: string, size = 10) => ({ name, type, size });

it("detects pictures, videos and documents", () => {
  expect(kindOf(file("a.png", "image/png"))).toBe("image");
  expect(kindOf(file("a.mov", "video/quicktime"))).toBe("video");
  expect(kindOf(file("Menu.PDF", ""))).toBe("file");
});

it("rejects files that the server would reject", () => {
  expect(fileErrorOf(file("a.svg", "image/svg+xml"))).toBe("type");
  expect(fileErrorOf(file("a.exe", "application/x-msdownload"))).toBe("type");
  expect(fileErrorOf(file("a.png", "image/png", LIMITS.image))).toBeUndefined();
  expect(fileErrorOf(file("a.png", "image/png", LIMITS.image + 1))).toBe("size");
});
