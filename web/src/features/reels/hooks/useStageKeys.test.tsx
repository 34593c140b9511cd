import { act, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useStageKeys } from "./useStageKeys";

const run = vi.fn();
beforeEach(() => void run.mockReset());

function Page({ covered = false, typing = false }) {
  const stage = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useStageKeys({ stage, scroller, covered, run });
  return (
    <>
      <section ref={stage}>
        <div ref={scroller} tabIndex={-1} data-testid="scroller" />
        <button type="button">Sound</button>
      </section>
      <aside>
        {/* biome-ignore lint/a11y/noAutofocus: the viewer is at it already */}
        <textarea autoFocus={typing} />
        <button type="button">Reply</button>
      </aside>
      {covered && (
        <div role="dialog">
          <button type="button">Send</button>
        </div>
      )}
    </>
  );
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focus = (name: string) => act(() => screen.getByRole("button", { name }).focus());
const scroller = () => screen.getByTestId("scroller");

test("the stage takes the focus when it opens, and its letters act", () => {
  render(<Page />);
  expect(document.activeElement).toBe(scroller());
  expect(scroller().hasAttribute("data-ringless")).toBe(true);
  press("l");
  expect(scroller().hasAttribute("data-ringless")).toBe(false);
  focus("Sound");
  press("m");
  expect(run.mock.calls).toEqual([["like"], ["sound"]]);
});

test("a field keeps the focus and its keys", () => {
  render(<Page typing />);
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  press("l");
  press("ArrowDown");
  expect(run).not.toHaveBeenCalled();
});

test("outside of the stage only keys without a letter act", () => {
  render(<Page />);
  focus("Reply");
  press("l");
  expect(run).not.toHaveBeenCalled();
  press("ArrowDown");
  expect(run).toHaveBeenCalledExactlyOnceWith("next");
});

test("no key acts below a sheet, and the focus comes back after it", () => {
  const { rerender } = render(<Page covered />);
  focus("Send");
  press("l");
  press("ArrowDown");
  fireEvent.keyDown(scroller(), { key: "l" });
  expect(run).not.toHaveBeenCalled();
  rerender(<Page />);
  expect(document.activeElement).toBe(scroller());
  press("l");
  expect(run).toHaveBeenCalledExactlyOnceWith("like");
});
