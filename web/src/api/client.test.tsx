import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { credentials } from "@/test/people";
import { AUTH_KEY, useAuth } from "./auth";
import { api, unwrap } from "./client";
import { ApiError } from "./errors";

const REFRESH = "/api/v1/users/token/refresh/";
const PROFILE = "/api/v1/users/get-user-profile/";

interface Seen {
  path: string;
  token: string | null;
  body: unknown;
  requestId: string | null;
}

/** A server in the place of `fetch`: answers by path and remembers what came. */
function serve(answer: (seen: Seen) => Response | Promise<Response>): Seen[] {
  const all: Seen[] = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request =
      input instanceof Request ? input : new Request(new URL(input, window.location.origin), init);
    const seen: Seen = {
      path: new URL(request.url).pathname,
      token: request.headers.get("authorization"),
      body: await request
        .clone()
        .json()
        .catch(() => null),
      requestId: request.headers.get("x-request-id"),
    };
    all.push(seen);
    return answer(seen);
  });
  return all;
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const profile = () => json(200, { status: true, statusCode: 200, message: "OK", data: { id: 7 } });
const refused = (code = "unauthenticated") =>
  json(401, { status: false, statusCode: 401, message: "No", code });
const tokens = () => json(200, { tokens: { accessToken: "access-2", refreshToken: "refresh-2" } });

beforeEach(() => useAuth.getState().signIn(credentials(), true));
afterEach(() => vi.unstubAllGlobals());

describe("the client", () => {
  test("sends the bearer and a request id", async () => {
    const seen = serve(profile);
    await unwrap(api.GET(PROFILE));
    expect(seen[0]?.token).toBe("Bearer access-1");
    expect(seen[0]?.requestId).toMatch(/^[0-9a-f]{32}$/);
  });

  test("throws an error with code, message and fields", async () => {
    serve(() =>
      json(
        422,
        {
          status: false,
          statusCode: 422,
          message: "Look again",
          code: "validation",
          errors: { email: ["taken"] },
        },
        { "x-request-id": "abc" },
      ),
    );
    const error = await unwrap(api.GET(PROFILE)).catch((error) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: "validation",
      status: 422,
      message: "Look again",
      fields: { email: ["taken"] },
      requestId: "abc",
      transient: false,
    });
  });

  test("throws an error when the body is not an envelope", async () => {
    serve(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const error = await unwrap(api.GET(PROFILE)).catch((error) => error);
    expect(error).toMatchObject({ code: "http.502", message: "Something went wrong", transient: true });
  });

  test("reports missing authentication when no token is stored", async () => {
    const refusal = { status: false, statusCode: 401, message: "Unauthorized!", code: "unauthenticated" };
    serve(() => json(401, refusal));
    const error = await unwrap(api.GET(PROFILE)).catch((error) => error);
    expect(error).toMatchObject({ status: 401, message: "Authentication details missing." });
  });

  test("throws a network error when the request fails", async () => {
    serve(() => Promise.reject(new TypeError("Failed to fetch")));
    const error = await unwrap(api.GET(PROFILE)).catch((error) => error);
    expect(error).toMatchObject({ code: "network", status: 0, transient: true });
  });
});

describe("refresh", () => {
  test("shares one refresh and resends all rejected requests", async () => {
    const seen = serve(({ path, token }) => {
      if (path === REFRESH) return tokens();
      return token === "Bearer access-2" ? profile() : refused();
    });
    await Promise.all([1, 2, 3, 4].map(() => unwrap(api.GET(PROFILE))));
    const refreshes = seen.filter(({ path }) => path === REFRESH);
    expect(refreshes).toHaveLength(1);
    expect(refreshes[0]?.body).toEqual({ refresh_token: "refresh-1" });
    expect(seen.filter(({ token }) => token === "Bearer access-2")).toHaveLength(4);
    expect(JSON.parse(localStorage.getItem(AUTH_KEY) ?? "")).toMatchObject({ refresh_token: "refresh-2" });
  });

  test("resends the body", async () => {
    const seen = serve(({ path, token }) => {
      if (path === REFRESH) return tokens();
      return token === "Bearer access-2" ? json(200, { data: null }) : refused();
    });
    await unwrap(api.POST("/api/v1/chat/chats/direct/", { body: { user_id: 8 } }));
    expect(seen.at(-1)).toMatchObject({ token: "Bearer access-2", body: { user_id: 8 } });
  });

  test("uses the tokens that another tab renewed", async () => {
    const seen = serve(({ token }) => (token === "Bearer from-the-other-tab" ? profile() : refused()));
    const renewed = credentials({ access_token: "from-the-other-tab", refresh_token: "refresh-9" });
    localStorage.setItem(AUTH_KEY, JSON.stringify(renewed));
    await unwrap(api.GET(PROFILE));
    expect(seen.map(({ path }) => path)).toEqual([PROFILE, PROFILE]);
  });

  test("clears the storage when the session is over", async () => {
    serve(() => refused("auth.session_revoked"));
    await expect(unwrap(api.GET(PROFILE))).rejects.toMatchObject({ status: 401 });
    expect(useAuth.getState()).toMatchObject({ credentials: null, ended: "revoked" });
    expect(localStorage.getItem(AUTH_KEY)).toBeNull();
  });

  test("keeps the session when the server is down", async () => {
    serve(({ path }) => (path === REFRESH ? json(503, {}) : refused()));
    await expect(unwrap(api.GET(PROFILE))).rejects.toMatchObject({ status: 503 });
    expect(useAuth.getState().credentials).toEqual(credentials());
  });

  test("throws a network error when the refresh fails", async () => {
    serve(({ path }) => (path === REFRESH ? Promise.reject(new TypeError("Failed to fetch")) : refused()));
    await expect(unwrap(api.GET(PROFILE))).rejects.toMatchObject({ code: "network" });
    expect(useAuth.getState().credentials).toEqual(credentials());
  });

  test("does not refresh after a wrong password", async () => {
    const seen = serve(() => refused("auth.invalid_credentials"));
    const body = { email: "alice", password: "wrong" };
    await expect(unwrap(api.POST("/api/v1/users/login/", { body }))).rejects.toMatchObject({
      code: "auth.invalid_credentials",
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.token).toBeNull();
  });
});
