import { useAuth } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { onReachable } from "@/lib/reachable";
import { saveDraft } from "./api";

interface Waiting {
  account: number | undefined;
  text: string;
}

/** Latest drafts that the server does not have yet, by chat. They outlive the screen of their chat. */
const waiting = new Map<number, Waiting>();

const currentAccount = () => useAuth.getState().credentials?.user.id;

/** Saves the draft of a chat: again when the server can be reached, if it cannot be now. */
export function sendDraft(chat: number, text: string): void {
  const draft: Waiting = { account: currentAccount(), text };
  waiting.set(chat, draft);
  const settle = () => waiting.get(chat) === draft && waiting.delete(chat);
  saveDraft(chat, text).then(settle, (error) => {
    const mayPass = error instanceof ApiError && error.transient;
    if (!mayPass) settle();
  });
}

onReachable(() => {
  for (const [chat, { account, text }] of [...waiting]) {
    // The next account has other drafts.
    if (account === currentAccount()) sendDraft(chat, text);
    else waiting.delete(chat);
  }
});
