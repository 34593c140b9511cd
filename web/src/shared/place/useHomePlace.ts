import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { useHomeTown } from "./useHomeTown";

/** Town with its position. */
export interface HomePlace {
  label: string;
  latitude: number;
  longitude: number;
}

/** Town of the viewer with its position. Null if unknown. Nothing is asked while it is not `wanted`. */
export function useHomePlace(wanted = true) {
  const { town, query, country, position } = useHomeTown();
  return useQuery({
    queryKey: ["home-place", query, country, position],
    queryFn: () => findTown(query, country),
    initialData: position ? { label: town, ...position } : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: wanted,
  });
}

/** Finds a town in a country, else anywhere. A zone may lie outside the country of the viewer: the second try knows no country. */
export async function findTown(query: string, country: string | undefined): Promise<HomePlace | null> {
  if (!query) return null;
  for (const within of new Set([country, undefined])) {
    const params = { query: { query, country: within } };
    const [found] = (await unwrap(api.GET("/api/v1/users/places/", { params }))).data;
    if (found) return { label: found.city, latitude: found.latitude, longitude: found.longitude };
  }
  return null;
}
