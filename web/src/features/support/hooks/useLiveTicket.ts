import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useTopic } from "@/live";
import { announce } from "@/ui/LiveRegion";
import { type MessagePage, supportKeys } from "../api";
import { withMessage } from "../model/messages";
import type { Side, Ticket } from "../types";
import { ticketTopic } from "./ticketTopic";

/** Follows a ticket: what arrives is added to its messages, and what was missed is read again. */
export function useLiveTicket(side: Side, ticket: Ticket): void {
  const { t } = useTranslation("support");
  const queries = useQueryClient();
  const { state: live } = useTopic(`ticket:${ticket.id}`, ticketTopic);
  const id = ticket.id;
  useEffect(() => {
    if (!live) return;
    const known = queries.getQueryData<Ticket>(supportKeys.one(side, id));
    const newest = live.arrived.at(-1);
    if (!newest) {
      // A snapshot, such as the one after a lost connection.
      if (known && known.changed_at < live.ticket.changed_at) {
        void queries.invalidateQueries({ queryKey: supportKeys.messages(side, id) });
      }
    } else {
      queries.setQueryData<InfiniteData<MessagePage, number | null>>(
        supportKeys.messages(side, id),
        (pages) => withMessage(pages, newest),
      );
      if (newest.side !== side && newest.kind === "message") announce(t("thread.arrived"));
    }
    if (!known || known.changed_at <= live.ticket.changed_at) {
      queries.setQueryData<Ticket>(supportKeys.one(side, id), live.ticket);
      void queries.invalidateQueries({ queryKey: supportKeys.lists(side) });
    }
  }, [live, queries, side, id, t]);
}
