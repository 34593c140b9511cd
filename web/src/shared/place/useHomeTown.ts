import { isGuest, useUser } from "@/api/auth";
import { rememberedCountry } from "@/lib/rememberedCountry";

/** Town of the viewer's address, else the one that the time zone is named after, and the country to look for it in. */
export function useHomeTown(): { town: string; country: string | undefined } {
  const user = useUser();
  const town = (!isGuest(user) && user?.city) || null;
  const country = (town ? user?.country : user?.country || rememberedCountry()) || undefined;
  return { town: town ?? zoneTown(Intl.DateTimeFormat().resolvedOptions().timeZone), country };
}

/** Town in the name of a time zone: "New York" of `America/New_York`. Empty for zones without a town. */
export function zoneTown(zone: string): string {
  const [area, ...rest] = zone.split("/");
  return area === "Etc" ? "" : (rest.at(-1) ?? "").replaceAll("_", " ");
}
