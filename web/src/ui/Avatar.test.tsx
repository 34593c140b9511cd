import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { stubNear } from "@/test/near";
import { Avatar } from "./Avatar";

afterEach(() => vi.unstubAllGlobals());

test("a face of a long list loads near the window, without initials", () => {
  const arrive = stubNear();
  const { container } = render(<Avatar name="Ana Sol" picture="/media/a" whenNear />);
  expect(container.querySelector("img")).toBeNull();
  expect(container.textContent).toBe("");
  arrive();
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/media/a?w=128");
});

test("other faces load at once, and a missing one shows initials", () => {
  stubNear();
  const { container, rerender } = render(<Avatar name="Ana Sol" picture="/media/a" />);
  expect(container.querySelector("img")).not.toBeNull();
  rerender(<Avatar name="Ana Sol" picture={null} whenNear />);
  expect(container.textContent).toBe("AS");
});
