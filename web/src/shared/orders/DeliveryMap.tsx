import { useTranslation } from "react-i18next";
import { SmallMap } from "@/shared/map/SmallMap";
import type { Order } from "./types";

interface DeliveryMapProps {
  order: Order;
  /** Name of the point. */
  name: string;
}

/** Map of the delivery address. Left out for an order that is collected, and for an address without a position. */
export function DeliveryMap({ order: { address }, name }: DeliveryMapProps) {
  const { t } = useTranslation("orders");
  const { latitude, longitude } = address ?? {};
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return <SmallMap label={t("track.region")} at={{ latitude, longitude }} name={name} />;
}
