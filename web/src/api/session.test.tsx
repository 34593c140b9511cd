import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { credentials } from "@/test/people";
import { AUTH_KEY, useAuth } from "./auth";
import { parseLoginResponse, useLogout } from "./session";

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** Signs out at a server that answers so; what the person is told. */
async function signOut(serve: () => Response) {
  const calls: Request[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    calls.push(request);
    return serve();
  });
  const told = { onSuccess: vi.fn(), onError: vi.fn() };
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useLogout(told), { wrapper });
  act(() => result.current.mutate());
  await waitFor(() => expect(useAuth.getState().credentials).toBeNull());
  return { calls, ...told };
}

beforeEach(() => useAuth.getState().signIn(credentials(), true));
afterEach(() => vi.unstubAllGlobals());

describe("signing out", () => {
  test("revokes the refresh token and clears the storage", async () => {
    const done = { status: true, statusCode: 200, message: "Signed out." };
    const { calls, onSuccess, onError } = await signOut(() => answer(200, done));
    expect(calls).toHaveLength(1);
    expect(new URL(calls[0]?.url ?? "").pathname).toBe("/api/v1/users/logout/");
    expect(calls[0]?.headers.get("authorization")).toBe("Bearer access-1");
    expect(await calls[0]?.json()).toEqual({ refresh_token: "refresh-1" });
    expect(localStorage.getItem(AUTH_KEY)).toBeNull();
    await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce());
    expect(onError).not.toHaveBeenCalled();
  });

  test("clears the storage and reports an error when it fails", async () => {
    const failed = { status: false, statusCode: 500, message: "Logout failed", code: "internal" };
    const { onSuccess, onError } = await signOut(() => answer(500, failed));
    expect(localStorage.getItem(AUTH_KEY)).toBeNull();
    await waitFor(() => expect(onError).toHaveBeenCalledOnce());
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ status: 500, message: "Logout failed" });
    expect(onSuccess).not.toHaveBeenCalled();
  });
});

describe("login responses", () => {
  const user = credentials().user;

  test("contain credentials in either realm", () => {
    const tokens = { accessToken: "a", refreshToken: "r" };
    const admitted = { admitted: { access_token: "a", refresh_token: "r", user } };
    expect(parseLoginResponse({ tokens, data: { user } })).toEqual(admitted);
    expect(
      parseLoginResponse({ data: { access_token: "a", refresh_token: "r", message: "OK", user } }),
    ).toEqual(admitted);
  });

  test("contain a challenge, or throw", () => {
    const asked = { code: "auth.two_factor", data: { challenge: "c", expires_in: 300 } };
    expect(parseLoginResponse(asked)).toEqual({ challenge: "c" });
    expect(() => parseLoginResponse({ data: { user } })).toThrow();
  });
});
