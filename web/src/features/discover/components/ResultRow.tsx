import { useTranslation } from "react-i18next";
import { CompanyCard } from "@/shared/company-card/CompanyCard";
import { CompanyCardSkeleton } from "@/shared/company-card/CompanyCardSkeleton";
import { OfferingCard } from "@/shared/offering/OfferingCard";
import type { Offering } from "@/shared/offering/types";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";
import type { FoundCompany } from "../api";
import type { Filters } from "../model/filters";
import { searchPath } from "../model/searchPath";
import { RESULT_TABS, type ResultTab } from "../model/tabs";

interface ResultRowProps {
  tab: ResultTab;
  filters: Filters;
  /** Undefined while loading. */
  items: readonly (FoundCompany | Offering)[] | undefined;
  failed: boolean;
}

const SIZES = { companies: "wide", offerings: "card" } as const;

/** The first results of one kind. Left out when there is none. */
export function ResultRow({ tab, filters, items, failed }: ResultRowProps) {
  const { t } = useTranslation("discover");
  const { list } = RESULT_TABS[tab];
  if (failed || items?.length === 0) return null;
  return (
    <ScrollRow title={t(`tab.${tab}`)} all={searchPath(tab, filters)} size={SIZES[list]}>
      {items
        ? items.map((item) => (
            <li key={item.id}>
              {list === "companies" ? (
                <CompanyCard company={item as FoundCompany} sizes="(max-width: 48em) 78vw, 296px" />
              ) : (
                <OfferingCard offering={item as Offering} withCompany action={null} />
              )}
            </li>
          ))
        : Array.from({ length: 5 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
            <li key={at}>
              <CompanyCardSkeleton />
            </li>
          ))}
    </ScrollRow>
  );
}
