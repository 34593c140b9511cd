import { useAccess } from "@/features/business/permissions";
import { MessagePreview } from "@/features/messages/notifications/MessagePreview";

const INBOX = "/pro/messages";

/** Preview of messages to the company, for those whose role opens its inbox. */
export function BusinessMessagePreview() {
  return useAccess()(INBOX) === "granted" ? <MessagePreview basePath={INBOX} /> : null;
}
