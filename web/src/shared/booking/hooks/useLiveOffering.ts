import { useQueryClient } from "@tanstack/react-query";
import { useReread } from "@/lib/useReread";
import { offeringKey } from "@/shared/offering/api";
import type { OfferingDetails } from "@/shared/offering/types";
import { applyToOffering } from "../model/liveOffering";
import { useAvailabilityEvents } from "./useAvailabilityEvents";

/** Applies the live events of the company to the page of an offering. */
export function useLiveOffering({ id, company }: Pick<OfferingDetails, "id" | "company">): void {
  const queries = useQueryClient();
  const key = offeringKey(id);
  const reread = useReread(() => queries.invalidateQueries({ queryKey: key, exact: true }));
  useAvailabilityEvents(company.id, {
    onEvent(event) {
      let stale = false;
      queries.setQueryData<OfferingDetails>(key, (offering) => {
        if (!offering) return undefined;
        const applied = applyToOffering(offering, event);
        stale = applied.stale;
        return applied.state;
      });
      if (stale) reread();
    },
    onGap: reread,
  });
}
