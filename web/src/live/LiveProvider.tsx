import { type ReactNode, useEffect, useState } from "react";
import { LiveClient } from "./client";
import type { Session } from "./connection";
import { LiveContext } from "./LiveContext";

interface LiveProviderProps {
  /** The signed-in account; null for a guest, who has no live side. */
  account: number | null;
  /** Must not change between renders: a new session is a new connection. */
  session: Session;
  children: ReactNode;
}

export function LiveProvider({ account, session, children }: LiveProviderProps) {
  const [client, setClient] = useState<LiveClient | null>(null);

  useEffect(() => {
    if (account === null) return;
    const live = new LiveClient({ account, token: session.token, refresh: session.refresh });
    live.start();
    setClient(live);
    return () => {
      live.stop();
      setClient(null);
    };
  }, [account, session]);

  return <LiveContext value={client}>{children}</LiveContext>;
}
