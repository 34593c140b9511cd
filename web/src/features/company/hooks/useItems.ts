import { useQuery } from "@tanstack/react-query";
import { availabilityOf } from "@/shared/offering/availability";
import type { Offering, OfferingKind } from "@/shared/offering/types";
import { itemsKey, readItems } from "../api";
import type { CompanyDetails } from "../types";

/** Reads the offerings of one kind, in their folders. */
export function useItems(company: CompanyDetails, kind: OfferingKind, enabled = true) {
  return useQuery({
    queryKey: itemsKey(company.id, kind),
    queryFn: () => readItems(company.id, kind),
    enabled,
  });
}

/** Returns the tab that lists them. */
export const bookablePath = (base: string, { tabs }: CompanyDetails): string =>
  tabs.services > 0 ? `${base}/services` : `${base}/events`;

/** Returns the offerings that can be booked now, services before tickets. */
export function useBookable(company: CompanyDetails): { bookable: Offering[]; loading: boolean } {
  const kind = company.tabs.services > 0 ? "service" : "ticket";
  const has = company.tabs.services + company.tabs.tickets > 0;
  const items = useItems(company, kind, has);
  const all = items.data?.sections.flatMap((section) => section.items) ?? [];
  const bookable = all.filter(
    ({ availability, sold_out }) => availabilityOf(availability).booked && !sold_out,
  );
  return { bookable, loading: has && items.isPending };
}
