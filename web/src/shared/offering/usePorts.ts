import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

const NONE: ReadonlyMap<string, string> = new Map();

async function readPorts(): Promise<ReadonlyMap<string, string>> {
  const lists = await Promise.all([
    unwrap(api.GET("/api/v1/admin/get-ports-list/")),
    unwrap(api.GET("/api/v1/admin/get-Designatios-ports-list/")),
  ]);
  return new Map(lists.flatMap(({ data }) => data.map(({ code, name }) => [code, name] as const)));
}

/** Names of the ports that sailings use, by UN/LOCODE. */
export function usePorts(enabled = true): ReadonlyMap<string, string> {
  const ports = useQuery({
    queryKey: ["ports"],
    queryFn: readPorts,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return ports.data ?? NONE;
}
