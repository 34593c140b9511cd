import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { toast } from "@/lib/toasts";
import { useFriends } from "./hooks/useFriends";
import { newRequests } from "./model/friends";

/** Announces new friend requests and their answers on every screen. Shows nothing itself, and is rendered once. */
export function FriendAnnouncer() {
  const { t } = useTranslation("people");
  const { state } = useFriends();
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
      // A toast is read out where it comes up. The bell keeps the notification.
      toast.info(t(`news.${kind}`, { name: displayName(user) }));
    }
    for (const [id, at] of times) told.current.add(`request ${id} ${at}`);
  }, [state, t]);
  return null;
}
