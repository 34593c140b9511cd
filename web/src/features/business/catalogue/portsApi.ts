import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Port } from "./model/ports";

const NONE: readonly Port[] = [];

/** All ports that a cruise may use. */
export function useAllPorts() {
  const ports = useQuery({
    queryKey: ["business-ports"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/userprofessional/catalogue/ports/"))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { ports: ports.data ?? NONE, failed: ports.isError, retry: () => void ports.refetch() };
}
