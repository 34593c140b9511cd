import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { readStored, writeStored } from "@/lib/storage";

const STORED = "plaza.afterSignIn";

/** An action that an account is needed for, and its page. */
interface PendingAction {
  path: string;
  action: string;
}

function takePending(): PendingAction | null {
  const text = readStored(STORED, "session");
  writeStored(STORED, null, "session");
  try {
    return text ? (JSON.parse(text) as PendingAction) : null;
  } catch {
    return null;
  }
}

/**
 * Runs an action of a registered account. Others are asked to sign in or sign up, come back to the page, and the action
 * runs then. The browser's session remembers it: a link must not make anybody follow a company. With `guests`, a guest may
 * run it too.
 */
export function useAccountAction<Action extends string>(
  run: (action: Action) => void,
  { guests = false }: { guests?: boolean } = {},
): (action: Action) => void {
  const user = useUser();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const allowed = user !== null && (guests || !isGuest(user));
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const pending = takePending();
    if (allowed && pending?.path === pathname) latest.current(pending.action as Action);
  }, [allowed, pathname]);
  return (action) => {
    if (allowed) return run(action);
    writeStored(STORED, JSON.stringify({ path: pathname, action } satisfies PendingAction), "session");
    const next = encodeURIComponent(pathname + search);
    void navigate(`${user ? "/signup" : "/login"}?next=${next}`);
  };
}
