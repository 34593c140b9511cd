import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { isGuest, useAuth, useUser } from "@/api/auth";

/** In its own chunk: who has no account has no live side and does not load its socket. */
const load = () => import("./RealtimeRoot");
const RealtimeRoot = lazy(() => load().then((file) => ({ default: file.RealtimeRoot })));

export function RealtimeBoundary({ children }: { children: ReactNode }) {
  const user = useUser();
  useClearOutboxOnSignOut();
  // Preloads the chunk when a visitor begins to do something, so that signing in does not wait for it.
  useEffect(() => {
    const onTouch = () => void load().catch(() => {});
    window.addEventListener("focusin", onTouch, { once: true });
    return () => window.removeEventListener("focusin", onTouch);
  }, []);
  if (!user || isGuest(user)) return children;
  return (
    <Suspense>
      <RealtimeRoot account={user.id}>{children}</RealtimeRoot>
    </Suspense>
  );
}

/** Unsent messages outlive a session that ended by itself, but not a sign-out. */
function useClearOutboxOnSignOut() {
  useEffect(
    () =>
      useAuth.subscribe((now, before) => {
        const left = before.credentials?.user.id;
        if (left === undefined || now.credentials?.user.id === left) return;
        if (now.ended === "expired" || now.ended === "revoked") return;
        import("@/live/outbox").then(({ forgetOutbox }) => forgetOutbox(left));
      }),
    [],
  );
}
