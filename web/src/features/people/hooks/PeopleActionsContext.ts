import { createContext, useContext } from "react";
import type { UserCard } from "@/api/types";
import type { Act } from "../model/friends";

/** What every row of the screen can do. Parting asks first. */
export interface PeopleActs {
  act(what: Act, user: UserCard): void;
  part(user: UserCard): void;
  write(user: UserCard): void;
}

export const PeopleActsContext = createContext<PeopleActs | null>(null);

export function usePeopleActs(): PeopleActs {
  const acts = useContext(PeopleActsContext);
  if (!acts) throw new Error("people are shown inside a screen of theirs");
  return acts;
}
