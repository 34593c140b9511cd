import { CompanyCard } from "@/shared/company-card/CompanyCard";
import { CompanyCardSkeleton } from "@/shared/company-card/CompanyCardSkeleton";
import type { ListedCompany } from "@/shared/offering/types";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";

interface CompanySectionProps {
  title: string;
  /** Page with the whole list. */
  all?: string;
  /** Undefined while loading. */
  companies: readonly ListedCompany[] | undefined;
}

const SKELETONS = 4;

/** Row of companies. */
export function CompanySection({ title, all, companies }: CompanySectionProps) {
  return (
    <ScrollRow title={title} all={companies && all} size="wide">
      {companies
        ? companies.map((company) => (
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
