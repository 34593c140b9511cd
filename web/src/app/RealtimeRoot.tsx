import { type ReactNode, useEffect, useRef } from "react";
import { accessToken } from "@/api/auth";
import { currentToken, refreshToken } from "@/api/refresh";
import { announceReachable } from "@/lib/reachable";
import { type Session, useSocket } from "@/live";
import { LiveProvider } from "@/live/LiveProvider";

const session: Session = {
  token: currentToken,
  refresh: () => refreshToken(accessToken()),
};

/** Gives the live side its account and its tokens: `live/` knows neither the API nor the store. */
export function RealtimeRoot({ account, children }: { account: number; children: ReactNode }) {
  return (
    <LiveProvider account={account} session={session}>
      <ConnectionMark />
      {children}
    </LiveProvider>
  );
}

/**
 * Marks the page while the server is out of reach: who is online is then no longer known. Tells the rest of the page when it is
 * back.
 */
function ConnectionMark() {
  const { state } = useSocket();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (state === "offline") wasOffline.current = true;
    if (state !== "online" || !wasOffline.current) return;
    wasOffline.current = false;
    announceReachable();
  }, [state]);
  useEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute("data-offline", state === "offline");
    return () => root.removeAttribute("data-offline");
  }, [state]);
  return null;
}
