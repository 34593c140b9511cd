import { isGuest, useUser } from "@/api/auth";
import { type Followed, useTopic } from "@/live";
import { type FriendsState, friendsTopic } from "../model/friends";

/** The viewer's friends and requests, live. A guest has none. */
export function useFriends(): Followed<FriendsState> {
  const user = useUser();
  return useTopic(user && !isGuest(user) ? `friends:${user.id}` : null, friendsTopic);
}
