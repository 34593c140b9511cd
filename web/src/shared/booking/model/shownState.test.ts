import { expect, test } from "vitest";
import { shownState } from "./shownState";

const at = "2026-11-27T12:00:00.000Z";
const step = (state: "awaiting_company" | "declined", actor: "company" | "customer" | "system") => ({
  at,
  state,
  actor,
  note: "",
});

test("a request that ended by itself had no answer", () => {
  const asked = step("awaiting_company", "customer");
  expect(shownState({ state: "awaiting_company", changes: [asked] })).toBe("awaiting_company");
  expect(shownState({ state: "declined", changes: [asked, step("declined", "company")] })).toBe("declined");
  expect(shownState({ state: "declined", changes: [asked, step("declined", "system")] })).toBe("unanswered");
  expect(shownState({ state: "declined", changes: [] })).toBe("declined");
});
