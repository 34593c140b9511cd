import { expect, test } from "vitest";
import { expiry } from "./documents";

const now = new Date(2026, 10, 21, 15, 0);

test.each([
  [null, "fine"],
  ["2027-11-21", "fine"],
  ["2026-12-21", "fine"],
  ["2026-12-20", "soon"],
  ["2026-11-21", "soon"],
  ["2026-11-20", "over"],
])("a document that holds until %s: %s", (day, state) => expect(expiry(day, now)).toBe(state));
