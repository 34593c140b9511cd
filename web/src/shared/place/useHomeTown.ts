import { isGuest, useUser } from "@/api/auth";
import { rememberedCountry } from "@/lib/rememberedCountry";
import type { MapPoint } from "@/shared/map/area";
import { useChosenTown } from "./chosenTown";

/** Town that home, search, map and reels are about. */
export interface HomeTown {
  /** Name to show. Empty if unknown. */
  town: string;
  /** Name to look the town up by: with the region, which tells namesakes apart. */
  query: string;
  /** Country to look for the town in. */
  country: string | undefined;
  /** Null until it is looked up. */
  position: MapPoint | null;
}

/** Maximum characters of a town that the server looks up. */
const MAX_QUERY = 100;

/** Town that was chosen on this device, else the default. */
export function useHomeTown(): HomeTown {
  const chosen = useChosenTown(({ town }) => town);
  const home = useDefaultTown();
  if (!chosen) return home;
  const { city, region, country, position } = chosen;
  return { town: city, query: queryOf(city, region), country, position };
}

/** Town of the viewer's address, else the one that the time zone is named after. */
export function useDefaultTown(): HomeTown {
  const user = useUser();
  const city = (!isGuest(user) && user?.city) || null;
  const country = (city ? user?.country : user?.country || rememberedCountry()) || undefined;
  const town = city ?? zoneTown(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return { town, query: town.slice(0, MAX_QUERY), country, position: null };
}

/** The server reads a region after a comma: those of the names are left out. */
const queryOf = (...names: string[]): string =>
  names
    .map((name) => name.split(",")[0]?.trim())
    .filter(Boolean)
    .join(", ")
    .slice(0, MAX_QUERY);

/** Town in the name of a time zone: "New York" of `America/New_York`. Empty for zones without a town. */
export function zoneTown(zone: string): string {
  const [area, ...rest] = zone.split("/");
  return area === "Etc" ? "" : (rest.at(-1) ?? "").replaceAll("_", " ");
}
