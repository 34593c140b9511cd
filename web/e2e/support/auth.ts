import type { BrowserContextOptions } from "@playwright/test";
import { expect } from "@playwright/test";

// A journey that is not about signing in begins signed in: the screens of the way in have journeys of their own.

interface LoginResponse {
  tokens: { accessToken: string; refreshToken: string };
  data: { user: { id: number } };
}

export interface TestUser {
  id: number;
  token: string;
  /** Browser storage of the login, for a new context. */
  storageState: Exclude<BrowserContextOptions["storageState"], string | undefined>;
}

export const logIn = (name: string, password: string, lang?: string): Promise<TestUser> =>
  requestSession("/api/v1/users/login/", { email: name, password }, lang);

/** Signs up or in, and keeps what comes of it as the app does (`src/api/auth.ts`). */
export async function requestSession(path: string, body: object, lang?: string): Promise<TestUser> {
  const origin = process.env.PLAZA_URL ?? "";
  const answer = await fetch(new URL(path, origin), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  const { tokens, data } = JSON.parse(text) as LoginResponse;
  const kept = { access_token: tokens.accessToken, refresh_token: tokens.refreshToken, user: data.user };
  const localStorage = [{ name: "plaza.auth", value: JSON.stringify(kept) }];
  if (lang) localStorage.push({ name: "lang", value: lang });
  const { id } = data.user;
  return {
    id,
    token: tokens.accessToken,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  };
}
