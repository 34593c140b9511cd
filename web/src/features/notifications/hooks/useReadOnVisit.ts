import { useEffect, useReducer, useRef } from "react";
import { useLocation } from "react-router";
import { onReachable } from "@/lib/reachable";
import { targetOf } from "../model/target";
import { useBase, useInbox } from "./useInbox";
import { useNotificationActions } from "./useNotificationActions";

/** Marks notifications as read when their target is visited in another way, such as a chat through its list. */
export function useReadOnVisit(): void {
  const { pathname, search } = useLocation();
  const base = useBase();
  const { state } = useInbox();
  const { read } = useNotificationActions();
  const sent = useRef(new Set<string>());
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(
    () =>
      onReachable(() => {
        // A visit without a connection could not be sent.
        sent.current.clear();
        lookAgain();
      }),
    [],
  );
  useEffect(() => {
    const visited =
      state?.newest.filter((one) => !one.read && targetOf(one, base) === pathname + search) ?? [];
    const fresh = visited.filter(({ id, position }) => !sent.current.has(`${id} ${position}`));
    if (fresh.length === 0) return;
    for (const { id, position } of fresh) sent.current.add(`${id} ${position}`);
    read(fresh.map(({ id }) => id));
  });
}
