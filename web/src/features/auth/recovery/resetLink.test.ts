import { expect, test } from "vitest";
import { resetLink, tokenOf } from "./resetLink";

test("reads the address and the token of a link in a mail", () => {
  expect(resetLink("#email=ann%40plaza.example&token=0a1b")).toEqual({
    email: "ann@plaza.example",
    token: "0a1b",
  });
});

test("reads no link where a part is missing", () => {
  for (const hash of ["", "#", "#email=ann%40plaza.example", "#token=0a1b", "#top"])
    expect(resetLink(hash)).toBeNull();
});

test("reads the token that restores an address", () => {
  expect(tokenOf("#token=0a1b")).toBe("0a1b");
  expect(tokenOf("#other=1")).toBe("");
});
