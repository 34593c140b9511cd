import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { stubNear } from "@/test/near";
import { Picture } from "./Picture";

const picture = { url: "/media/a", placeholder: null, width: 4, height: 3 } as never;
const source = (of: HTMLElement) => of.querySelector("img")?.getAttribute("src");

afterEach(() => vi.unstubAllGlobals());

test("a picture loads when it comes near the window", () => {
  const come = stubNear();
  const { container } = render(<Picture picture={picture} alt="" sizes="1px" />);
  expect(container.querySelector("img")).toBeNull();
  come(false);
  expect(container.querySelector("img")).toBeNull();
  come();
  expect(source(container)).toBe("/media/a?w=800");
});

test("an eager picture loads at once", () => {
  stubNear();
  const { container } = render(<Picture picture={picture} alt="" sizes="1px" eager />);
  expect(source(container)).toBe("/media/a?w=800");
});

test("a browser without observers loads every picture", () => {
  vi.stubGlobal("IntersectionObserver", undefined);
  const { container } = render(<Picture picture={picture} alt="" sizes="1px" />);
  expect(source(container)).toBe("/media/a?w=800");
});

test("a picture that is still loading stops when it leaves the page", async () => {
  vi.stubGlobal("IntersectionObserver", undefined);
  const { container, unmount } = render(<Picture picture={picture} alt="" sizes="1px" />);
  const image = container.querySelector("img");
  Object.defineProperty(image, "complete", { value: false });
  unmount();
  await Promise.resolve();
  expect(image?.getAttribute("srcset")).toBeNull();
  expect(image?.getAttribute("src")).toBe("");
});
