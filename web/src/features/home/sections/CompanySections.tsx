import { useTranslation } from "react-i18next";
import type { ListedCompany } from "@/shared/offering/types";
import type { HomeTown } from "../api";
import { CompanySection } from "./CompanySection";

/** Kilometres that count as near, as on the server. */
const NEAR = 50;

interface CompaniesProps {
  companies: ListedCompany[];
  place: HomeTown | null;
}

/** Companies near the viewer's town that are open, the nearest first. */
export function OpenNowSection({ companies, place }: CompaniesProps) {
  const { t } = useTranslation("home");
  if (!place) return null;
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

/** Companies that joined last. */
export function NewHereSection({ companies }: CompaniesProps) {
  const { t } = useTranslation("home");
  return (
    <CompanySection title={t("newHere.title")} all="/search?tab=places&sort=newest" companies={companies} />
  );
}
