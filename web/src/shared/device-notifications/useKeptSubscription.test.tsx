import { renderHook, waitFor } from "@testing-library/react";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Credentials, useAuth } from "@/api/auth";
import { useKeptSubscription } from "./useKeptSubscription";
import { setPreference, usePreference } from "./usePreference";

const subscribe = vi.fn(async () => true);
const dropSubscription = vi.fn(async () => {});

vi.mock("./push", () => ({ subscribe: () => subscribe(), dropSubscription: () => dropSubscription() }));

const signedIn = (id: number) =>
  ({ access_token: "a", refresh_token: "r", user: { id, type: "regular" } }) as unknown as Credentials;

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal("Notification", { permission: "granted" });
  setPreference({ on: true, pushed: false });
  useAuth.setState({ credentials: signedIn(5) });
});

afterEach(() => {
  vi.unstubAllGlobals();
  useAuth.setState({ credentials: null });
});

test("a page and a sign-in subscribe this browser again", async () => {
  renderHook(useKeptSubscription);
  await waitFor(() => expect(usePreference.getState().pushed).toBe(true));
  act(() => useAuth.getState().clear());
  expect(usePreference.getState()).toMatchObject({ on: true, pushed: false });
  expect(dropSubscription).toHaveBeenCalledOnce();
  act(() => useAuth.setState({ credentials: signedIn(6) }));
  await waitFor(() => expect(usePreference.getState().pushed).toBe(true));
  expect(subscribe).toHaveBeenCalledTimes(2);
});

test("a browser that refuses push lets the page notify", async () => {
  setPreference({ pushed: true });
  subscribe.mockRejectedValueOnce(new Error("refused"));
  renderHook(useKeptSubscription);
  await waitFor(() => expect(usePreference.getState().pushed).toBe(false));
});

test("a browser without notifications is left alone", () => {
  setPreference({ on: false });
  renderHook(useKeptSubscription);
  expect(subscribe).not.toHaveBeenCalled();
});
