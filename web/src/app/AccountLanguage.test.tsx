import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { changeLanguage, currentLanguage, startI18n } from "@/lib/i18n";
import { FALLBACK } from "@/lib/languages";
import { aUser, credentials } from "@/test/people";
import { AccountLanguage } from "./AccountLanguage";

const saved: unknown[] = [];

beforeEach(async () => {
  await startI18n(FALLBACK);
  saved.length = 0;
  useAuth.getState().clear();
  vi.stubGlobal("fetch", async (request: Request) => {
    const change = await request.json();
    saved.push(change);
    return Response.json({ status: true, message: "", data: aUser(change) });
  });
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AccountLanguage />
    </QueryClientProvider>,
  );
const signIn = (language: string, type: "regular" | "guest" = "regular") =>
  act(() => useAuth.getState().signIn(credentials({ user: aUser({ language, type }) }), true));

test("a chosen language is saved to the account", async () => {
  show();
  signIn("US");
  await act(() => changeLanguage("FR"));
  await waitFor(() => expect(useAuth.getState().credentials?.user.language).toBe("FR"));
  expect(saved).toEqual([{ language: "FR" }]);
  expect(currentLanguage().code).toBe("FR");
});

test("a visitor's choice is saved nowhere and stays after a sign-in", async () => {
  show();
  await act(() => changeLanguage("US"));
  signIn("FR");
  expect(currentLanguage().code).toBe("US");
  expect(saved).toEqual([]);
});

test("a new device takes the account's language", async () => {
  show();
  signIn("FR");
  await waitFor(() => expect(currentLanguage().code).toBe("FR"));
  expect(localStorage.getItem("lang")).toBeNull();
  expect(saved).toEqual([]);
});

test("a guest's account changes no language", async () => {
  await startI18n();
  show();
  signIn("FR", "guest");
  expect(currentLanguage().code).toBe("US");
});
