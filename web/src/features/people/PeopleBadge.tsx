import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { toast } from "@/lib/toasts";
import { CountBadge } from "@/ui/CountBadge";
import { useFriends } from "./hooks/useFriends";
import { type FriendsState, newRequests } from "./model/friends";

/** Count of received requests for the shell's navigation. Announces new requests on every screen. */
export function PeopleBadge() {
  const { t } = useTranslation("people");
  const { state } = useFriends();
  useNewRequests(state);
  const waiting = state?.incoming.length ?? 0;
  return <CountBadge value={waiting} label={t("waiting", { count: waiting })} />;
}

function useNewRequests(state: FriendsState | undefined): void {
  const { t } = useTranslation("people");
  const last = useRef(state);
  // A request that an answer failed for comes back, and is no news.
  const told = useRef(new Set<string>());
  useEffect(() => {
    const before = last.current;
    last.current = state;
    if (!state) return;
    const news = before ? newRequests(before, state) : [];
    const times = new Map(state.incoming.map(({ user, at }) => [user.id, at]));
    for (const { kind, user } of news) {
      const once = `${kind} ${user.id} ${times.get(user.id) ?? ""}`;
      if (kind === "request" && told.current.has(once)) continue;
      // A toast is read out where it comes up, and kept behind the bell.
      toast.info(t(`news.${kind}`, { name: displayName(user) }));
    }
    for (const [id, at] of times) told.current.add(`request ${id} ${at}`);
  }, [state, t]);
}
