import { expect, test } from "vitest";
import { parseResetLink, parseToken } from "./resetLink";

test("parses the email and token of a reset link", () => {
  expect(parseResetLink("#email=ann%40plaza.example&token=0a1b")).toEqual({
    email: "ann@plaza.example",
    token: "0a1b",
  });
});

test("returns null when a part is missing", () => {
  for (const hash of ["", "#", "#email=ann%40plaza.example", "#token=0a1b", "#top"])
    expect(parseResetLink(hash)).toBeNull();
});

test("parses the token of a restore link", () => {
  expect(parseToken("#token=0a1b")).toBe("0a1b");
  expect(parseToken("#other=1")).toBe("");
});
