import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { readStored, writeStored } from "@/lib/storage";

const STORED = "plaza.afterSignIn";

/** An action that an account is needed for, and its page. */
interface PendingAction {
  path: string;
  action: string;
  /** Tells the controls of one page apart. */
  scope?: string;
}

/** Takes the pending action of a page and a control. That of another control of the page stays for it. */
function takePending(path: string, scope: string | undefined): PendingAction | null {
  const pending = readPending();
  if (pending?.path === path && pending.scope !== scope) return null;
  writeStored(STORED, null, "session");
  return pending?.path === path ? pending : null;
}

function readPending(): PendingAction | null {
  const text = readStored(STORED, "session");
  try {
    return text ? (JSON.parse(text) as PendingAction) : null;
  } catch {
    return null;
  }
}

interface Options {
  guests?: boolean;
  /** Needed where a page has several controls with this action, such as the id of a card. */
  scope?: string;
}

/**
 * Runs an action of a registered account. Others are asked to sign in or sign up, come back to the page, and the action
 * runs then. The browser's session remembers it: a link must not make anybody follow a company. With `guests`, a guest may
 * run it too.
 */
export function useAccountAction<Action extends string>(
  run: (action: Action) => void,
  { guests = false, scope }: Options = {},
): (action: Action) => void {
  const user = useUser();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const allowed = user !== null && (guests || !isGuest(user));
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const pending = takePending(pathname, scope);
    if (allowed && pending) latest.current(pending.action as Action);
  }, [allowed, pathname, scope]);
  return (action) => {
    if (allowed) return run(action);
    writeStored(STORED, JSON.stringify({ path: pathname, action, scope } satisfies PendingAction), "session");
    const next = encodeURIComponent(pathname + search);
    void navigate(`${user ? "/signup" : "/login"}?next=${next}`);
  };
}
