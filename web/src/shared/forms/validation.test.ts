import { describe, expect, test } from "vitest";
import { dayOfBirth, newPassword, optional, PASSWORD_RULES, phone, userName } from "./validation";

test.each([
  ["Nora-likes-9", null],
  ["Ünïcode-9x", null],
  ["nora-likes-9", "passwordWeak"],
  ["NORA-LIKES-9", "passwordWeak"],
  ["Nora-likes", "passwordWeak"],
  ["NoraLikes9", "passwordWeak"],
  ["N-l9", "passwordWeak"],
  ["", "passwordRequired"],
])("password %s: %s", (password, wrong) => expect(newPassword(password)).toBe(wrong));

test("each password rule is checked separately", () => {
  const met = (password: string) =>
    Object.entries(PASSWORD_RULES)
      .filter(([, rule]) => rule(password))
      .map(([name]) => name);
  expect(met("")).toEqual([]);
  expect(met("a")).toEqual(["lower"]);
  expect(met("A1")).toEqual(["upper", "digit"]);
  expect(met("        ")).toEqual(["length"]);
  expect(met("-")).toEqual(["special"]);
});

test.each([
  ["alice", null],
  ["a.b_c9", null],
  ["al", "userNameInvalid"],
  ["àlice", "userNameInvalid"],
  ["alice moreau", "userNameInvalid"],
  ["a".repeat(31), "userNameInvalid"],
  [" ", "userNameRequired"],
])("user name %j: %s", (name, wrong) => expect(userName(name)).toBe(wrong));

test.each([
  ["+33 6 12 34 56 78", null],
  ["(06) 12-34.56/78", null],
  ["12345", "phoneInvalid"],
  ["+33 6 12 34 56 78 90 12 34", "phoneInvalid"],
  ["call me", "phoneInvalid"],
  ["", "phoneRequired"],
])("phone %j: %s", (number, wrong) => expect(phone(number)).toBe(wrong));

test("an optional field may be empty but not invalid", () => {
  expect(optional("  ", phone)).toBeNull();
  expect(optional("12", phone)).toBe("phoneInvalid");
});

describe("date of birth", () => {
  const today = new Date(2026, 10, 21);
  test.each([
    ["1991-06-05", null],
    ["2026-11-21", null],
    ["2026-11-22", "dobToCome"],
    ["1802-01-01", "dobInvalid"],
    ["", "dobRequired"],
  ])("%s: %s", (day, wrong) => expect(dayOfBirth(day, today)).toBe(wrong));
});
