import type { ReactNode } from "react";
import { accessToken, useUser } from "@/api/auth";
import { currentToken, freshToken } from "@/api/refresh";
import { LiveProvider, type Session } from "@/live";

const session: Session = {
  token: currentToken,
  refresh: () => freshToken(accessToken()),
};

/** Gives the live side its account and its tokens: `live/` knows neither the API nor the store. */
export function Live({ children }: { children: ReactNode }) {
  const user = useUser();
  return (
    <LiveProvider account={user?.id ?? null} session={session}>
      {children}
    </LiveProvider>
  );
}
