import { useQuery } from "@tanstack/react-query";
import { isGuest, useUser } from "@/api/auth";
import { api, unwrap } from "@/api/client";
import { rememberedCountry } from "@/lib/rememberedCountry";

/** Town with its position. */
export interface HomePlace {
  label: string;
  latitude: number;
  longitude: number;
}

/** Town of the viewer's address, else the one that the time zone is named after, and the country to look for it in. */
export function useHomeTown(): { town: string; country: string | undefined } {
  const user = useUser();
  const town = (!isGuest(user) && user?.city) || null;
  const country = (town ? user?.country : user?.country || rememberedCountry()) || undefined;
  return { town: town ?? zoneTown(Intl.DateTimeFormat().resolvedOptions().timeZone), country };
}

/** Town of the viewer with its position. Null if unknown. Nothing is asked while it is not `wanted`. */
export function useHomePlace(wanted = true) {
  const { town, country } = useHomeTown();
  return useQuery({
    queryKey: ["home-place", town, country],
    queryFn: () => findTown(town, country),
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

/** Town in the name of a time zone: "New York" of `America/New_York`. Empty for zones without a town. */
export function zoneTown(zone: string): string {
  const [area, ...rest] = zone.split("/");
  return area === "Etc" ? "" : (rest.at(-1) ?? "").replaceAll("_", " ");
}
