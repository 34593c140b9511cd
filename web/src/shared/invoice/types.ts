import type { components } from "@/api/schema";

export type Invoice = components["schemas"]["Invoice"];
export type InvoiceLine = Invoice["lines"][number];
