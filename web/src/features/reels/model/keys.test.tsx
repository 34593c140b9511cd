import { describe, expect, test } from "vitest";
import { commandOf } from "./keys";

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
const stage = document.createElement("section");
const inside = (tag: string, role = "") => {
  const element = document.createElement(tag);
  if (role) element.setAttribute("role", role);
  stage.append(element);
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
    expect(commandOf(press(key), stage, stage)).toBe(command);
  });

  test("leaves shortcuts of the browser, fields and dialogs alone", () => {
    expect(commandOf(press("l", { ctrlKey: true }), stage, stage)).toBeNull();
    expect(commandOf(press("l"), inside("textarea"), stage)).toBeNull();
    expect(commandOf(press("ArrowDown"), inside("div", "dialog"), stage)).toBeNull();
  });

  test("leaves the space bar to a button", () => {
    expect(commandOf(press(" "), inside("button"), stage)).toBeNull();
    expect(commandOf(press("l"), inside("button"), stage)).toBe("like");
  });

  test.each([
    ["l", null],
    ["ArrowDown", "next"],
    ["PageUp", "previous"],
    [" ", "pause"],
  ])("outside of the stage %j is %s", (key, command) => {
    expect(commandOf(press(key), document.body, stage)).toBe(command);
  });
});
