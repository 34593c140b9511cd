import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useBusiness } from "../api";
import { useCompanyStream } from "../orders/api";

export type Dashboard = components["schemas"]["Dashboard"];
export type DayFigures = components["schemas"]["DayFigures"];

const KEY = ["business-dashboard"] as const;
/** Changes within this time are read together. */
const SETTLE_MS = 400;

/** Figures of today and what waits for the company. A change of an order or reservation reads them again. */
export function useDashboard() {
  const queries = useQueryClient();
  const { data: business } = useBusiness();
  const { state } = useCompanyStream(business?.company?.id);
  const seen = useRef(state);
  const timer = useRef<number>(undefined);
  useEffect(() => {
    // The first state is as old as the first answer.
    if (seen.current && seen.current !== state) {
      timer.current ??= window.setTimeout(() => {
        timer.current = undefined;
        void queries.invalidateQueries({ queryKey: KEY });
      }, SETTLE_MS);
    }
    seen.current = state;
  }, [state, queries]);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useQuery({
    queryKey: [...KEY, "today"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/dashboard/"))).data,
  });
}

export interface Range {
  from: string;
  to: string;
}

/** Figures of the days of a range, and of as many days before. */
export function useEarnings({ from, to }: Range) {
  return useQuery({
    queryKey: [...KEY, "earnings", from, to],
    queryFn: async () => {
      const query = { from, to, compare: true };
      return (await unwrap(api.GET("/api/v1/userprofessional/earnings/", { params: { query } }))).data;
    },
    placeholderData: keepPreviousData,
  });
}
