import type { components } from "@/api/schema";
import type { Whole } from "@/api/whole";

type Schemas = components["schemas"];

export type Ticket = Whole<Schemas["Ticket"]>;
export type TicketMessage = Whole<Schemas["TicketMessage"]>;
export type TicketState = Schemas["TicketState"];
export type TicketCategory = Schemas["TicketCategory"];
export type SupportType = Schemas["SupportType"];
export type HelpTopic = Whole<Schemas["HelpTopic"]>;

/** Side of a ticket that the account is on. */
export type Side = "customer" | "company";
