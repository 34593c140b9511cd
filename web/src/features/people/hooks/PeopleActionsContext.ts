import { createContext, useContext } from "react";
import type { UserCard } from "@/api/types";
import type { FriendAction } from "../model/friends";

/** Actions of every row. Unfriending asks for confirmation. */
export interface PeopleActions {
  act(what: FriendAction, user: UserCard): void;
  unfriend(user: UserCard): void;
  message(user: UserCard): void;
}

export const PeopleActionsContext = createContext<PeopleActions | null>(null);

export function usePeopleActions(): PeopleActions {
  const acts = useContext(PeopleActionsContext);
  if (!acts) throw new Error("people are shown inside a screen of theirs");
  return acts;
}
