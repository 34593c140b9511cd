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

/** Town of the viewer: of the address, else the town that the time zone is named after. Null if unknown. */
export function useHomePlace() {
  const user = useUser();
  const town = (!isGuest(user) && user?.city) || null;
  const query = town ?? zoneTown(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const country = (town ? user?.country : user?.country || rememberedCountry()) || undefined;
  return useQuery({
    queryKey: ["home-place", query, country],
    queryFn: () => findTown(query, country),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A zone may lie outside the country of the viewer: the second try knows no country. */
async function findTown(query: string, country: string | undefined): Promise<HomePlace | null> {
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
