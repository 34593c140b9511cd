import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type SessionEnd, useAuth } from "@/api/auth";
import type { User } from "@/api/types";
import { startI18n } from "@/lib/i18n";
import { FALLBACK } from "@/lib/languages";
import { useToasts } from "@/lib/toasts";
import { aUser, credentials } from "@/test/people";
import { SessionEndNotice } from "./SessionEndNotice";

beforeAll(() => startI18n(FALLBACK));
beforeEach(() => useAuth.getState().clear());

function show(type: User["type"] = "regular") {
  useAuth.getState().signIn(credentials({ user: aUser({ type }) }), true);
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={["/search?q=spa"]}>
        <SessionEndNotice />
      </MemoryRouter>
    </MantineProvider>,
  );
}
const notice = () => screen.queryByRole("alert");
const signIn = () => screen.queryByRole("link", { name: "Sign in" });

const ENDS: readonly [SessionEnd, RegExp][] = [
  ["expired", /session has ended/],
  ["revoked", /another device, or because the password was changed/],
  ["otherTab", /another tab/],
];

test.each(ENDS)("says why the session ended and leads back after the sign-in: %s", (ended, words) => {
  show();
  expect(notice()).toBeNull();
  act(() => useAuth.getState().clear(ended));
  expect(notice()?.textContent).toMatch(words);
  expect(signIn()?.getAttribute("href")).toBe("/login?next=%2Fsearch%3Fq%3Dspa");
  expect(useToasts.getState().shown).toEqual([]);
  act(() => useAuth.getState().signIn(credentials(), true));
  expect(signIn()).toBeNull();
});

test("leads a business to its own sign-in", () => {
  show("professional");
  act(() => useAuth.getState().clear("expired"));
  expect(signIn()?.getAttribute("href")).toBe("/pro/login?next=%2Fsearch%3Fq%3Dspa");
});

test("goes when it is closed", async () => {
  show();
  act(() => useAuth.getState().clear("expired"));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(notice()).toBeNull();
});

test("says nothing after a sign-out in this tab", () => {
  show();
  act(() => useAuth.getState().clear());
  expect(notice()).toBeNull();
});
