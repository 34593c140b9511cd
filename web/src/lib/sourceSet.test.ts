import { expect, test, vi } from "vitest";
import { faceSourceSet, sourceAt, sourceSet } from "./sourceSet";

test("offers three widths of a picture of the server", () => {
  expect(sourceSet("/media/a.webp")).toEqual({
    src: "/media/a.webp?w=800",
    srcSet: "/media/a.webp?w=320 320w, /media/a.webp?w=800 800w, /media/a.webp?w=1600 1600w",
  });
  expect(faceSourceSet("/media/a")).toEqual({
    src: "/media/a?w=128",
    srcSet: "/media/a?w=128 128w, /media/a?w=320 320w",
  });
});

test("keeps the query of an address and leaves other origins alone", () => {
  expect(sourceSet("/media/a?v=2").src).toBe("/media/a?v=2&w=800");
  expect(sourceSet("blob:https://plaza.example/1")).toEqual({ src: "blob:https://plaza.example/1" });
});

test.each([
  [1, 160, "/media/a?w=320"],
  [1, 321, "/media/a?w=800"],
  [2, 320, "/media/a?w=800"],
  [3, 640, "/media/a?w=1600"],
])("on a screen of density %d a poster %d pixels wide is %s", (density, width, address) => {
  vi.stubGlobal("devicePixelRatio", density);
  expect(sourceAt("/media/a", width)).toBe(address);
  vi.unstubAllGlobals();
});
