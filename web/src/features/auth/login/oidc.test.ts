import { expect, test } from "vitest";
import { readStored, writeStored } from "@/lib/storage";
import { answered, takeStarted } from "./oidc";

test("what a provider sends back is a code, or nothing that serves", () => {
  expect(answered("?code=abc&state=s1")).toEqual({ code: "abc", state: "s1" });
  expect(answered("?error=access_denied&state=s1")).toEqual({ code: null, state: "s1" });
  expect(answered("")).toEqual({ code: null, state: null });
});

test("what was started is read once, and nonsense is nothing", () => {
  const started = { state: "s1", nonce: "n1", next: "/messages" };
  writeStored("plaza.social", JSON.stringify(started), "session");
  expect(takeStarted()).toEqual(started);
  expect(takeStarted()).toBeNull();
  writeStored("plaza.social", "{nonsense", "session");
  expect(takeStarted()).toBeNull();
  expect(readStored("plaza.social", "session")).toBeNull();
});
