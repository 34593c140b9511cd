import type { ReactNode } from "react";
import { accessToken } from "@/api/auth";
import { currentToken, freshToken } from "@/api/refresh";
import { LiveProvider, type Session } from "@/live";

const session: Session = {
  token: currentToken,
  refresh: () => freshToken(accessToken()),
};

/** Gives the live side its account and its tokens: `live/` knows neither the API nor the store. */
export function LiveSide({ account, children }: { account: number; children: ReactNode }) {
  return (
    <LiveProvider account={account} session={session}>
      {children}
    </LiveProvider>
  );
}
