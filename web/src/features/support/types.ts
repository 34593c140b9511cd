import type { DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type Ticket = DeepRequired<Schemas["Ticket"]>;
export type TicketMessage = DeepRequired<Schemas["TicketMessage"]>;
export type TicketState = Schemas["TicketState"];
export type TicketCategory = Schemas["TicketCategory"];
export type SupportType = Schemas["SupportType"];
export type HelpTopic = DeepRequired<Schemas["HelpTopic"]>;

/** Side of a ticket that the account is on. */
export type Side = "customer" | "company";
