import { expect, test } from "vitest";
import { readStored, writeStored } from "@/lib/storage";
import { callbackParams, takePendingLogin } from "./oidc";

test("parses the code from the redirect", () => {
  expect(callbackParams("?code=abc&state=s1")).toEqual({ code: "abc", state: "s1" });
  expect(callbackParams("?error=access_denied&state=s1")).toEqual({ code: null, state: "s1" });
  expect(callbackParams("")).toEqual({ code: null, state: null });
});

test("reads the pending login once and ignores invalid data", () => {
  const started = { state: "s1", nonce: "n1", next: "/messages" };
  writeStored("plaza.social", JSON.stringify(started), "session");
  expect(takePendingLogin()).toEqual(started);
  expect(takePendingLogin()).toBeNull();
  writeStored("plaza.social", "{nonsense", "session");
  expect(takePendingLogin()).toBeNull();
  expect(readStored("plaza.social", "session")).toBeNull();
});
