import { act, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type SessionEnd, useAuth } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { FALLBACK } from "@/lib/languages";
import { credentials } from "@/test/people";
import { SessionNotice } from "./SessionNotice";

beforeAll(() => startI18n(FALLBACK));
beforeEach(() => useAuth.getState().clear());

const ENDS: readonly [SessionEnd, RegExp][] = [
  ["expired", /session has ended/],
  ["revoked", /another device, or because the password was changed/],
  ["otherTab", /another tab/],
];

test.each(ENDS)("says why the session ended: %s", (ended, words) => {
  useAuth.getState().clear(ended);
  render(<SessionNotice />);
  expect(screen.getByRole("status").textContent).toMatch(words);
  act(() => useAuth.getState().signIn(credentials(), true));
  expect(screen.getByRole("status").textContent).toBe("");
});

test("says nothing after a sign-out", () => {
  useAuth.getState().signIn(credentials(), true);
  useAuth.getState().clear();
  render(<SessionNotice />);
  expect(screen.getByRole("status").textContent).toBe("");
});
