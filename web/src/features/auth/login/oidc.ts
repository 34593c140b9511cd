import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { parseLoginResponse, storeLogin } from "@/api/session";
import { currentLanguage } from "@/lib/i18n";
import { readStored, writeStored } from "@/lib/storage";

/** Login state during the visit at the provider. Stored per tab and read once. */
export interface PendingLogin {
  state: string;
  nonce: string;
  next: string;
}

/** Query parameters of the provider's redirect: a code, or an error without a code. */
export interface CallbackParams {
  state: string | null;
  code: string | null;
}

const STORAGE_KEY = "plaza.social";

export function useOidcStart() {
  return useMutation({
    async mutationFn({ provider, next }: { provider: string; next: string }) {
      const { data } = await unwrap(api.POST("/api/v1/users/social/start/", { body: { provider } }));
      const started: PendingLogin = { next, state: data.state, nonce: data.nonce };
      writeStored(STORAGE_KEY, JSON.stringify(started), "session");
      window.location.assign(data.authorize_url);
    },
  });
}

/** Forgets what was started: an answer of the provider serves once. */
export function takePendingLogin(): PendingLogin | null {
  const text = readStored(STORAGE_KEY, "session");
  writeStored(STORAGE_KEY, null, "session");
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

export function callbackParams(search: string): CallbackParams {
  const query = new URLSearchParams(search);
  return { state: query.get("state"), code: query.get("code") };
}

export function useOidcSignIn() {
  return useMutation({
    mutationFn: async ({ state, nonce, code }: PendingLogin & { code: string }) => {
      // The terms stand beside the buttons that lead to a provider.
      const body = { state, nonce, code, remember_me: true, language: currentLanguage().code, terms: true };
      return parseLoginResponse(await unwrap(api.POST("/api/v1/users/social/sign-in/", { body })));
    },
    onSuccess: (entrance) => storeLogin(entrance, true),
  });
}
