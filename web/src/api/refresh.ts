import { accessToken, awaitRenewal, type Credentials, expiresAt, storedCredentials, useAuth } from "./auth";
import { networkError, toApiError } from "./errors";

const LOCK = "plaza.refresh";
let running: Promise<string | null> | null = null;

/**
 * An access token other than `spent`, or null when the session is over (the stored tokens are then cleared).
 * One refresh at a time in this tab and, through the Web Lock, in all tabs: a refresh token is good for one use, and a second use
 * revokes the whole family. Throws when the server cannot be reached: that ends no session.
 */
export function refreshToken(spent: string | null): Promise<string | null> {
  running ??= exclusively(() => refresh(spent)).finally(() => {
    running = null;
  });
  return running;
}

async function exclusively(work: () => Promise<string | null>): Promise<string | null> {
  // Web Locks exist only on secure origins; elsewhere the promise above still serves this tab.
  return navigator.locks ? await navigator.locks.request(LOCK, work) : await work();
}

async function refresh(spent: string | null): Promise<string | null> {
  await awaitRenewal(spent);
  const { credentials, remembered } = latest();
  if (!credentials) {
    useAuth.setState({ credentials: null });
    return null;
  }
  if (credentials.access_token !== spent) {
    // Another tab was faster while this one waited for the lock.
    useAuth.setState({ credentials, remembered });
    return credentials.access_token;
  }
  const response = await fetch("/api/v1/users/token/refresh/", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ refresh_token: credentials.refresh_token }),
  }).catch((cause: unknown) => {
    throw networkError(cause);
  });
  const body = await response.json().catch(() => null);
  if (response.ok && body?.tokens) {
    const { accessToken: access_token, refreshToken: refresh_token } = body.tokens;
    useAuth.getState().renew({ access_token, refresh_token });
    return access_token;
  }
  if (response.status === 401) {
    useAuth.getState().clear(body?.code === "auth.session_revoked" ? "revoked" : "expired");
    return null;
  }
  throw toApiError(body, response);
}

function latest(): { credentials: Credentials | null; remembered: boolean } {
  const { remembered, credentials } = useAuth.getState();
  const stored = storedCredentials();
  // Falls back to memory if storage is forbidden.
  return stored.credentials || remembered ? stored : { credentials, remembered };
}

/** A token counts as expired this long before its end: clocks differ and requests take time. */
const MARGIN_MS = 15_000;

/** The token to use now, refreshed first if it is about to end. For sockets, which cannot repeat a request after a 401. */
export async function currentToken(): Promise<string | null> {
  const token = accessToken();
  if (!token || expiresAt(token) - Date.now() > MARGIN_MS) return token;
  return refreshToken(token);
}
