import { act, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Avatar } from "./Avatar";

afterEach(() => vi.unstubAllGlobals());

/** Returns a function that tells all observers that their element is near. */
function stubObserver() {
  const seen: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        seen.push(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => act(() => seen.forEach((callback) => void callback([{ isIntersecting: true }])));
}

test("a face of a long list loads near the window, without initials", () => {
  const arrive = stubObserver();
  const { container } = render(<Avatar name="Ana Sol" picture="/media/a" whenNear />);
  expect(container.querySelector("img")).toBeNull();
  expect(container.textContent).toBe("");
  arrive();
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/media/a?w=128");
});

test("other faces load at once, and a missing one shows initials", () => {
  stubObserver();
  const { container, rerender } = render(<Avatar name="Ana Sol" picture="/media/a" />);
  expect(container.querySelector("img")).not.toBeNull();
  rerender(<Avatar name="Ana Sol" picture={null} whenNear />);
  expect(container.textContent).toBe("AS");
});
