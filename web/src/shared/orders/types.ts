import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type Order = Schemas["Order"];
export type OrderState = Order["state"];
export type OrderLine = Order["lines"][number];
export type OrderBooking = Order["bookings"][number];
export type OrderStep = Order["changes"][number];
export type Fulfilment = Order["fulfilment"];
