import type { Topic } from "@/live";
import type { Ticket, TicketMessage } from "../types";

export interface LiveTicket {
  ticket: Ticket;
  /** Messages since the page opened, the newest last. */
  arrived: readonly TicketMessage[];
}

/** Stream `ticket:{ticket}`. */
export const ticketTopic: Topic<LiveTicket> = {
  snapshot: (data) => ({ ticket: (data as { ticket: Ticket }).ticket, arrived: [] }),
  event(known, event) {
    const { type, ticket, message } = event as { type: string; ticket: Ticket; message: TicketMessage };
    return type === "message" ? { ticket, arrived: [...known.arrived, message] } : known;
  },
};
