import { useQuery } from "@tanstack/react-query";
import { api, take } from "@/api/client";
import type { components } from "@/api/schema";

export type Reason = components["schemas"]["ReasonOffered"];

const readReasons = async (): Promise<Reason[]> =>
  (await take(api.GET("/api/v1/users/report-reasons/"))).data;

/** Why something may be reported. The list hardly ever changes. */
export const useReasons = () =>
  useQuery({ queryKey: ["report-reasons"], queryFn: readReasons, staleTime: 3_600_000 });
