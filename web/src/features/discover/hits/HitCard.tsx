import { memo, type ReactNode } from "react";
import { BookableTimes } from "@/shared/booking/bookable/BookableTimes";
import { CompanyCard } from "@/shared/company-card/CompanyCard";
import { OfferingCard } from "@/shared/offering/OfferingCard";
import type { Offering } from "@/shared/offering/types";
import type { SearchHit } from "../api";
import { shownDistance } from "../model/distance";

interface HitCardProps {
  hit: SearchHit;
  eager?: boolean;
  /** Control at the foot of an offering that is bought. */
  actionOf?: (offering: Offering) => ReactNode;
}

/** Result of a search with what of it can be booked now. */
export const HitCard = memo(function HitCard({ hit, eager, actionOf }: HitCardProps) {
  const { bookable } = hit;
  const isFree = bookable !== null && (bookable.times.length > 0 || bookable.stay !== null);
  const name = hit.type === "company" ? hit.company.name : hit.offering.name;
  const free = isFree && <BookableTimes bookable={bookable} name={name} />;
  if (hit.type === "company") {
    return (
      <CompanyCard
        company={{ ...hit.company, distance_km: shownDistance(hit.distance_km) }}
        eager={eager}
        sizes="(max-width: 48em) 92vw, 280px"
      >
        {free}
      </CompanyCard>
    );
  }
  return (
    <OfferingCard
      offering={hit.offering}
      withCompany
      eager={eager}
      // A time that is free says more than the button.
      action={isFree ? null : actionOf?.(hit.offering)}
    >
      {free}
    </OfferingCard>
  );
});
