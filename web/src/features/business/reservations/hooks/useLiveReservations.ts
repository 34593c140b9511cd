import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTopic } from "@/live";
import { announce } from "@/ui/LiveRegion";
import { companyTopic } from "../../live/companyTopic";
import { rereadLists, showReservation } from "../api";
import { changesSince, type LiveChange } from "../model/liveReservations";

const GLOW_MS = 2400;

/** Shows new and changed reservations at once. Returns those that changed just now. */
export function useLiveReservations(company: number): ReadonlySet<number> {
  const { t } = useTranslation("reservations");
  const queries = useQueryClient();
  const state = useTopic(`orders:${company}`, companyTopic).state?.reservations;
  const [glowing, setGlowing] = useState<ReadonlySet<number>>(new Set());
  const seen = useRef<LiveChange | null | undefined>(null);
  const snapshots = useRef<number | null>(null);
  const changes = state?.changes;

  useEffect(() => {
    if (!changes) return;
    // Changes of before this screen are in the lists already.
    const fresh = seen.current === null ? [] : changesSince(changes, seen.current);
    seen.current = changes.at(-1);
    for (const { reservation } of fresh) showReservation(queries, reservation);
    if (fresh.length === 0) return;
    const ids = fresh.map(({ reservation }) => reservation.id);
    setGlowing((before) => new Set([...before, ...ids]));
    setTimeout(() => setGlowing((before) => new Set([...before].filter((id) => !ids.includes(id)))), GLOW_MS);
    announce(
      fresh
        .map(({ reservation: { customer_name, state: to }, isNew }) =>
          t(isNew ? "live.added" : "live.changed", { name: customer_name, state: t(`state.${to}`) }),
        )
        .join(" "),
    );
  }, [changes, queries, t]);

  const count = state?.snapshots ?? null;
  useEffect(() => {
    if (count === null) return;
    // A later snapshot means that changes may have been missed.
    if (snapshots.current !== null && snapshots.current !== count) rereadLists(queries);
    snapshots.current = count;
  }, [count, queries]);

  return glowing;
}
