import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { CountBadge } from "@/ui/CountBadge";
import { useOwnOrders } from "./api";
import { useOrderAlarm } from "./hooks/orderSound";

/** Count of new orders for the shell's navigation. It rings until they are seen. */
export function NewOrdersBadge() {
  const { t } = useTranslation("business-orders");
  const orders = useOwnOrders();
  const waiting = useMemo(() => (orders ?? []).filter(({ state }) => state === "new"), [orders]);
  useOrderAlarm(waiting);
  return <CountBadge value={waiting.length} label={t("newCount", { count: waiting.length })} />;
}
