import { useTranslation } from "react-i18next";
import { ORDER_TYPE_PARAM, type OrderType } from "@/shared/fulfilment/orderTypes";
import type { ListedCompany } from "@/shared/offering/types";
import type { HomeTown } from "../api";
import { CompanySection } from "./CompanySection";

/** Kilometres that count as near, as on the server. */
const NEAR = 50;

interface CompaniesProps {
  companies: ListedCompany[];
  place: HomeTown | null;
  orderType: OrderType | null;
}

/** Companies near the viewer's town that are open, the nearest first. */
export function OpenNowSection({ companies, place, orderType }: CompaniesProps) {
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
    ...(orderType && { [ORDER_TYPE_PARAM]: orderType }),
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
export function NewHereSection({ companies, orderType }: CompaniesProps) {
  const { t } = useTranslation("home");
  const params = new URLSearchParams({
    tab: "places",
    sort: "newest",
    ...(orderType && { [ORDER_TYPE_PARAM]: orderType }),
  });
  return <CompanySection title={t("newHere.title")} all={`/search?${params}`} companies={companies} />;
}
