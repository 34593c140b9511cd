import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copyText } from "./copyText";

/** Text that is selected at the moment of the copy. */
let selected = "";
const execCommand = vi.fn((_: string) => {
  const { activeElement } = document;
  selected = activeElement instanceof HTMLTextAreaElement ? activeElement.value : "";
  return true;
});

beforeEach(() => {
  selected = "";
  vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
  Object.assign(document, { execCommand });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, "execCommand");
  document.body.replaceChildren();
});

test("uses the clipboard of a secure origin", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  await copyText("https://plaza.example/people/4");
  expect(writeText).toHaveBeenCalledWith("https://plaza.example/people/4");
});

test("copies without a clipboard and returns the focus", async () => {
  const button = document.body.appendChild(document.createElement("button"));
  button.focus();
  await copyText("https://plaza.example/people/4");
  expect(selected).toBe("https://plaza.example/people/4");
  expect(document.activeElement).toBe(button);
  expect(document.querySelector("textarea")).toBeNull();
});

test("rejects if the browser refuses", async () => {
  execCommand.mockReturnValueOnce(false);
  await expect(copyText("text")).rejects.toThrow("refused");
});
