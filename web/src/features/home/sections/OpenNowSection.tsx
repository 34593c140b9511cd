import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useHomePlace } from "@/shared/place/useHomePlace";
import { readCompanies } from "../api";
import { CompanySection } from "./CompanySection";

/** Kilometres that count as near. */
const NEAR = 50;

/** Companies near the viewer's town that are open, the nearest first. */
export function OpenNowSection() {
  const { t } = useTranslation("home");
  const { data: place, isPending } = useHomePlace();
  const companies = useQuery({
    queryKey: ["home", "open-now", place],
    queryFn: () =>
      readCompanies({
        open_now: true,
        latitude: place?.latitude,
        longitude: place?.longitude,
        distance_km: NEAR,
        sort: "distance",
      }),
    enabled: Boolean(place),
  });
  if (!place || isPending) return null;
  const params = new URLSearchParams({
    tab: "places",
    open_now: "true",
    near: place.label,
    latitude: String(place.latitude),
    longitude: String(place.longitude),
    distance_km: String(NEAR),
    sort: "distance",
  });
  return (
    <CompanySection
      title={t("openNow.title", { place: place.label })}
      all={`/search?${params}`}
      companies={companies}
    />
  );
}
