import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useTopic } from "@/live";
import { isOpen, latest } from "@/shared/orders/order";
import { isReturnOpen } from "@/shared/orders/returns";
import type { Order } from "@/shared/orders/types";
import { announce } from "@/ui/LiveRegion";
import { showOrder } from "../api";
import { orderTopic } from "./orderTopic";

/** Follows an order while it is open, awaits an answer or may come back. Returns its latest version. */
export function useLiveOrder(order: Order): Order {
  const { t } = useTranslation("orders");
  const queries = useQueryClient();
  const follows =
    isOpen(order) ||
    order.can.answer_received ||
    order.can.request_return ||
    order.returns.some(isReturnOpen);
  const { state: live } = useTopic(follows ? `order:${order.id}` : null, orderTopic);
  const newest = live ? latest(order, live) : order;
  const before = order.state;
  useEffect(() => {
    if (live) showOrder(queries, live, before);
  }, [live, queries, before]);
  const { state, code } = newest;
  const said = useRef(state);
  useEffect(() => {
    if (said.current === state) return;
    said.current = state;
    announce(t("live.changed", { code, state: t(`state.customer.${state}`) }));
  }, [state, code, t]);
  return newest;
}
