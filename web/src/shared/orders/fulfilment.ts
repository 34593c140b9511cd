import {
  IconBolt,
  IconBuildingStore,
  IconHome,
  IconShoppingBag,
  IconToolsKitchen2,
  IconTruckDelivery,
} from "@tabler/icons-react";
import type { Fulfilment } from "./types";

/** Ways of handing over an order, in display order. */
export const FULFILMENTS = [
  "onsite",
  "collect",
  "delivery",
  "express",
  "home_service",
  "catering",
] as const satisfies readonly Fulfilment[];

export const FULFILMENT_ICONS: Readonly<Record<Fulfilment, typeof IconHome>> = {
  onsite: IconBuildingStore,
  collect: IconShoppingBag,
  delivery: IconTruckDelivery,
  express: IconBolt,
  home_service: IconHome,
  catering: IconToolsKitchen2,
};

/** Returns true if the company comes to an address of the customer. */
export const needsAddress = (kind: Fulfilment): boolean => kind !== "onsite" && kind !== "collect";
