import { useQueryClient } from "@tanstack/react-query";
import { useReread } from "@/lib/useReread";
import { useAvailabilityEvents } from "@/shared/booking/hooks/useAvailabilityEvents";
import { markSoldOut } from "@/shared/booking/model/liveOffering";
import type { CompanyDetails, OfferingSections } from "../types";

/** Applies the live events of a company to its page: what sells out is marked at once, hours and pauses are read again. */
export function useLiveCompany({ id }: Pick<CompanyDetails, "id">): void {
  const queries = useQueryClient();
  const queryKey = ["company", "items", id];
  const reread = useReread(() => {
    void queries.invalidateQueries({ queryKey });
    void queries.invalidateQueries({ queryKey: ["company", "events", id] });
    void queries.invalidateQueries({ queryKey: ["company", "details"] });
  });
  useAvailabilityEvents(id, {
    onEvent(event) {
      queries.setQueriesData<OfferingSections>({ queryKey }, (data) =>
        data === undefined
          ? undefined
          : {
              ...data,
              sections: data.sections.map((section) => ({
                ...section,
                items: markSoldOut(section.items, event),
              })),
            },
      );
      if (event.type === "sold_out" || event.type === "rules") reread();
    },
    onGap: reread,
  });
}
