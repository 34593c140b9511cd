import { expect, test } from "vitest";
import { parseInvitation, parseResetLink, parseToken } from "./resetLink";

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

test("parses the address of an invitation", () => {
  expect(parseInvitation("#email=nora%40plaza.example")).toBe("nora@plaza.example");
  for (const hash of ["", "#top", "#email=ann%40plaza.example&token=0a1b"])
    expect(parseInvitation(hash)).toBeNull();
});
