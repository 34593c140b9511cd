import type { ReactNode } from "react";
import { accessToken } from "@/api/auth";
import { currentToken, refreshToken } from "@/api/refresh";
import type { Session } from "@/live";
import { LiveProvider } from "@/live/LiveProvider";

const session: Session = {
  token: currentToken,
  refresh: () => refreshToken(accessToken()),
};

/** Gives the live side its account and its tokens: `live/` knows neither the API nor the store. */
export function RealtimeRoot({ account, children }: { account: number; children: ReactNode }) {
  return (
    <LiveProvider account={account} session={session}>
      {children}
    </LiveProvider>
  );
}
