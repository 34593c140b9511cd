import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "@/ui/LiveRegion";
import { rereadLists, showOrder, useCompanyStream } from "../api";
import { type OrderChange, orderChangesSince } from "../model/liveOrders";

const GLOW_MS = 2400;

/** Open orders of a company, live, and those that changed just now. */
export function useLiveOrders(company: number) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const queries = useQueryClient();
  const { state, status, retry } = useCompanyStream(company);
  const [glowing, setGlowing] = useState<ReadonlySet<number>>(new Set());
  const seen = useRef<OrderChange | null | undefined>(null);
  const snapshots = useRef<number | null>(null);
  const changes = state?.orders.changes;

  useEffect(() => {
    if (!changes) return;
    // Changes of before this screen are shown already.
    const fresh = seen.current === null ? [] : orderChangesSince(changes, seen.current);
    seen.current = changes.at(-1);
    for (const { order } of fresh) showOrder(queries, order);
    if (fresh.length === 0) return;
    const ids = fresh.map(({ order }) => order.id);
    setGlowing((before) => new Set([...before, ...ids]));
    setTimeout(() => setGlowing((before) => new Set([...before].filter((id) => !ids.includes(id)))), GLOW_MS);
    announce(
      fresh
        .map(({ order: { code, state: to }, isNew }) =>
          isNew
            ? t("live.added", { code })
            : t("live.changed", { code, state: t(`orders:state.company.${to}`) }),
        )
        .join(" "),
    );
  }, [changes, queries, t]);

  const count = state?.orders.snapshots ?? null;
  useEffect(() => {
    if (count === null) return;
    // A later snapshot means that changes may have been missed.
    if (snapshots.current !== null && snapshots.current !== count) rereadLists(queries);
    snapshots.current = count;
  }, [count, queries]);

  return {
    orders: state?.orders,
    reservations: state?.reservations.open,
    refused: status === "refused",
    retry,
    glowing,
  };
}
