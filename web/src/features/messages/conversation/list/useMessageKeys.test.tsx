import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { useMessageKeys } from "./useMessageKeys";

const menu = vi.fn();

function Log() {
  const scroller = useRef<HTMLElement>(null);
  const keys = useMessageKeys(scroller);
  return (
    <>
      <button type="button">before</button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as the log of a chat */}
      <section ref={scroller} tabIndex={0} aria-label="log" data-focused={keys.focused} {...keys.scroller}>
        {[1, 2, 3].map((seq) => (
          <article key={seq} tabIndex={-1} data-seq={seq} aria-label={`message ${seq}`}>
            <a href="/page">{`link ${seq}`}</a>
            <button type="button" aria-haspopup="menu" onClick={() => menu(seq)}>
              {`menu ${seq}`}
            </button>
          </article>
        ))}
      </section>
      <span {...keys.end} />
      <button type="button">after</button>
    </>
  );
}

const focusOf = () =>
  document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

async function press(...keys: string[]) {
  const user = userEvent.setup();
  for (const key of keys) await user.keyboard(`{${key}}`);
  return focusOf();
}

test("the log is one tab stop from either side", async () => {
  render(<Log />);
  act(() => screen.getByRole("button", { name: "before" }).focus());
  const user = userEvent.setup();
  await user.tab();
  expect(focusOf()).toBe("log");
  await user.tab();
  expect(focusOf()).toBe("after");
  await user.tab({ shift: true });
  expect(focusOf()).toBe("log");
  await user.tab({ shift: true });
  expect(focusOf()).toBe("before");
});

test("arrows lead through messages and their controls", async () => {
  render(<Log />);
  act(() => screen.getByLabelText("log").focus());
  expect(await press("ArrowUp")).toBe("message 3");
  expect(await press("ArrowUp", "ArrowRight")).toBe("link 2");
  expect(await press("ArrowRight")).toBe("menu 2");
  expect(await press("ArrowLeft", "ArrowLeft")).toBe("message 2");
  expect(await press("ArrowRight", "ArrowDown")).toBe("message 3");
  await userEvent.setup().tab();
  expect(focusOf()).toBe("after");
});

test("Enter opens the menu of a message", async () => {
  render(<Log />);
  act(() => screen.getByLabelText("message 2").focus());
  await press("Enter");
  expect(menu).toHaveBeenCalledWith(2);
});

test("keeps the focus in the log when a page key scrolls", async () => {
  render(<Log />);
  act(() => screen.getByLabelText("message 2").focus());
  expect(screen.getByLabelText("log").dataset.focused).toBe("2");
  expect(await press("PageUp")).toBe("log");
  expect(screen.getByLabelText("log").dataset.focused).toBeUndefined();
});
