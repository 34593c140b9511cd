import { isGuest, useUser } from "@/api/auth";
import { type Followed, useTopic } from "@/live";
import { type Inbox, inboxTopic } from "../model/inbox";
import type { Base } from "../model/target";

/** The viewer's newest notifications, live. A guest has none. */
export function useInbox(): Followed<Inbox> {
  const user = useUser();
  return useTopic(user && !isGuest(user) ? `notifications:${user.id}` : null, inboxTopic);
}

export const useBase = (): Base => (useUser()?.type === "professional" ? "/pro" : "");
