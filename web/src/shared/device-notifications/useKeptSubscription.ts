import { useEffect } from "react";
import { useAuth, useUser } from "@/api/auth";
import { dropSubscription, subscribe } from "./push";
import { permission, setPreference, usePreference } from "./usePreference";

/**
 * Keeps the push subscription of a browser with notifications on. The server tells the session that has subscribed, and the push
 * service may have dropped the subscription: it is made again with each page and sign-in. It ends with a sign-out.
 */
export function useKeptSubscription(): void {
  const account = useUser()?.id;
  useEffect(() => {
    if (account === undefined || !usePreference.getState().on || permission() !== "granted") return;
    let isOver = false;
    subscribe()
      .catch(() => false)
      .then((pushed) => !isOver && setPreference({ pushed }));
    return () => {
      isOver = true;
    };
  }, [account]);
  useEffect(
    () =>
      useAuth.subscribe((state, before) => {
        if (!before.credentials || state.credentials) return;
        setPreference({ pushed: false });
        void dropSubscription();
      }),
    [],
  );
}
