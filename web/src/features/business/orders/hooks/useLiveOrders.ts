import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReread } from "@/lib/useReread";
import { announce } from "@/ui/LiveRegion";
import { rereadOrders, showOrder, useCompanyStream } from "../api";
import { orderChangesSince } from "../model/liveOrders";

const GLOW_MS = 2400;

/** Open orders of a company, live, and those that changed just now. */
export function useLiveOrders(company: number) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const queries = useQueryClient();
  const { state, status, retry } = useCompanyStream(company);
  const [glowing, setGlowing] = useState<ReadonlySet<number>>(new Set());
  const reread = useReread(() => rereadOrders(queries));
  const seen = useRef<number | null>(null);
  const snapshots = useRef<number | null>(null);
  const live = state?.orders;

  useEffect(() => {
    if (!live) return;
    // Changes of before this screen are shown already.
    const fresh = orderChangesSince(live, seen.current ?? live.changeCount);
    seen.current = live.changeCount;
    const moved = fresh?.filter(({ order, before }) => showOrder(queries, order, before));
    if (!moved || moved.length > 0) reread();
    if (!fresh?.length) return;
    const ids = fresh.map(({ order }) => order.id);
    setGlowing((before) => new Set([...before, ...ids]));
    setTimeout(() => setGlowing((before) => new Set([...before].filter((id) => !ids.includes(id)))), GLOW_MS);
    announce(
      fresh
        .map(({ order: { code, state: to }, before }) =>
          before === null
            ? t("live.added", { code })
            : t("live.changed", { code, state: t(`orders:state.company.${to}`) }),
        )
        .join(" "),
    );
  }, [live, queries, reread, t]);

  const count = live?.snapshots ?? null;
  useEffect(() => {
    if (count === null) return;
    // A later snapshot means that changes may have been missed.
    if (snapshots.current !== null && snapshots.current !== count) rereadOrders(queries);
    snapshots.current = count;
  }, [count, queries]);

  return {
    orders: live,
    reservations: state?.reservations.open,
    refused: status === "refused",
    retry,
    glowing,
  };
}
