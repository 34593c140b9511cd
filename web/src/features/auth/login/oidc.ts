import { useMutation } from "@tanstack/react-query";
import { api, take } from "@/api/client";
import { entranceOf, keep } from "@/api/session";
import { readStored, writeStored } from "@/lib/storage";

/** What is kept while the person is with the provider; in this tab only, and read once. */
export interface Started {
  state: string;
  nonce: string;
  next: string;
}

/** What the provider sends back: a code, or an error and none. */
export interface Answered {
  state: string | null;
  code: string | null;
}

const KEPT = "plaza.social";

export function useSocialStart() {
  return useMutation({
    async mutationFn({ provider, next }: { provider: string; next: string }) {
      const { data } = await take(api.POST("/api/v1/users/social/start/", { body: { provider } }));
      const started: Started = { next, state: data.state, nonce: data.nonce };
      writeStored(KEPT, JSON.stringify(started), "session");
      window.location.assign(data.authorize_url);
    },
  });
}

/** Forgets what was started: an answer of the provider serves once. */
export function takeStarted(): Started | null {
  const text = readStored(KEPT, "session");
  writeStored(KEPT, null, "session");
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

export function answered(search: string): Answered {
  const query = new URLSearchParams(search);
  return { state: query.get("state"), code: query.get("code") };
}

export function useSocialSignIn() {
  return useMutation({
    mutationFn: async ({ state, nonce, code }: Started & { code: string }) => {
      const body = { state, nonce, code, remember_me: true };
      return entranceOf(await take(api.POST("/api/v1/users/social/sign-in/", { body })));
    },
    onSuccess: (entrance) => keep(entrance, true),
  });
}
