import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import type { Offering } from "@/shared/offering/types";
import type { HomeTown } from "../api";
import { NearRow } from "./NearRow";

/** In its own chunk: the row is below the first view. */
const OfferingCard = lazyPart(() =>
  import("@/shared/offering/OfferingCard").then((file) => file.OfferingCard),
);

interface TopRatedSectionProps {
  offers: readonly Offering[];
  place: HomeTown | null;
}

/** The best rated offer of each company near the viewer's town. */
export function TopRatedSection({ offers, place }: TopRatedSectionProps) {
  const { t } = useTranslation("home");
  if (!place) return null;
  return (
    <NearRow title={t("topRated.title", { place: place.label })} size="wide" height={352}>
      {offers.map((offer) => (
        <li key={offer.id}>
          <OfferingCard offering={offer} withCompany />
        </li>
      ))}
    </NearRow>
  );
}
