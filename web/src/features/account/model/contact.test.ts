import { describe, expect, test } from "vitest";
import { isNewContact } from "./contact";

describe("isNewContact", () => {
  test("returns false for the current and the pending email", () => {
    const own = ["Ann@plaza.example", "new@plaza.example", null];
    expect(isNewContact(" ann@plaza.example ", own)).toBe(false);
    expect(isNewContact("NEW@plaza.example", own)).toBe(false);
    expect(isNewContact("other@plaza.example", own)).toBe(true);
    expect(isNewContact("", own)).toBe(false);
  });

  test("ignores punctuation of phone numbers", () => {
    expect(isNewContact("+33 (6) 12-34.56/78", ["+33612345678"])).toBe(false);
    expect(isNewContact("+33612345679", ["+33612345678"])).toBe(true);
    expect(isNewContact("+33612345678", [null])).toBe(true);
  });
});
