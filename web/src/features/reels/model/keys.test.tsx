import { describe, expect, test } from "vitest";
import { commandOf } from "./keys";

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
const inside = (tag: string, role = "") => {
  const element = document.createElement(tag);
  if (role) element.setAttribute("role", role);
  return element;
};

describe("keys", () => {
  test.each([
    ["ArrowDown", "next"],
    ["j", "next"],
    ["K", "previous"],
    ["PageUp", "previous"],
    ["l", "like"],
    ["m", "sound"],
    ["c", "comments"],
    [" ", "pause"],
    ["x", null],
  ])("%s is %s", (key, command) => {
    expect(commandOf(press(key), null)).toBe(command);
  });

  test("leaves shortcuts of the browser, fields and dialogs alone", () => {
    expect(commandOf(press("l", { ctrlKey: true }), null)).toBeNull();
    expect(commandOf(press("l"), inside("textarea"))).toBeNull();
    expect(commandOf(press("j"), inside("div", "dialog"))).toBeNull();
  });

  test("leaves the space bar to a button", () => {
    expect(commandOf(press(" "), inside("button"))).toBeNull();
    expect(commandOf(press("l"), inside("button"))).toBe("like");
  });
});
