import type { UseQueryResult } from "@tanstack/react-query";
import { CompanyCard } from "@/shared/company-card/CompanyCard";
import { CompanyCardSkeleton } from "@/shared/company-card/CompanyCardSkeleton";
import type { CompanySummary } from "@/shared/offering/types";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";

interface CompanySectionProps {
  title: string;
  /** Page with the whole list. */
  all: string;
  companies: Pick<UseQueryResult<(CompanySummary & { distance_km?: number | null })[]>, "data" | "isError">;
}

const SKELETONS = 4;

/** Row of companies. Left out when there is none, or when the list cannot be loaded. */
export function CompanySection({ title, all, companies }: CompanySectionProps) {
  if (companies.isError || companies.data?.length === 0) return null;
  return (
    <ScrollRow title={title} all={companies.data && all} size="wide">
      {companies.data
        ? companies.data.map((company) => (
            <li key={company.id}>
              <CompanyCard company={company} sizes="(max-width: 48em) 78vw, 296px" />
            </li>
          ))
        : Array.from({ length: SKELETONS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
            <li key={at}>
              <CompanyCardSkeleton />
            </li>
          ))}
    </ScrollRow>
  );
}
