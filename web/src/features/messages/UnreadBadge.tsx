import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useLive } from "@/live";
import { useKeptSubscription } from "@/shared/device-notifications/useKeptSubscription";
import { CountBadge } from "@/ui/CountBadge";
import { unreadTotal } from "./model/chats";
import {
  useMessageNotifications,
  useOpenedFromOutside,
  useTitleCount,
} from "./notifications/useMessageNotifications";
import { streamOf, useChats, useMe } from "./useChatStreams";

/**
 * Unread count for the shell's navigation. It follows the chat list, so it also acknowledges delivered messages,
 * updates the tab title and notifies about new messages while the tab is hidden.
 */
export function UnreadBadge() {
  const { t } = useTranslation();
  const { state } = useChats();
  const format = useFormat();
  useDeliveries();
  useMessageNotifications();
  useKeptSubscription();
  useOpenedFromOutside();
  const unread = unreadTotal(state?.chats ?? []);
  useTitleCount(unread, format.count(unread));
  return <CountBadge value={unread} label={t("nav.unread", { count: unread })} />;
}

/** A message counts as delivered when it reached a page of this account, open chat or not. */
function useDeliveries(): void {
  const live = useLive();
  const me = useMe();
  const { state } = useChats();
  useEffect(() => {
    if (!live) return;
    for (const { id, unread, last_message } of state?.chats ?? []) {
      if (unread > 0 && last_message && last_message.sender !== me) {
        live.mark(streamOf(id), "delivered", last_message.seq);
      }
    }
  }, [live, me, state?.chats]);
}
