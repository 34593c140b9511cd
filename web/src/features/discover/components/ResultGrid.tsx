import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { CompanyCard } from "@/shared/company-card/CompanyCard";
import { CompanyCardSkeleton } from "@/shared/company-card/CompanyCardSkeleton";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { OfferingCard } from "@/shared/offering/OfferingCard";
import { OfferingList } from "@/shared/offering/OfferingList";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import type { Offering } from "@/shared/offering/types";
import { ErrorState } from "@/ui/ErrorState";
import { announce } from "@/ui/LiveRegion";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import type { FoundCompany } from "../api";
import type { ChangeFilters } from "../hooks/useFilters";
import type { useResults } from "../hooks/useResults";
import type { Filters } from "../model/filters";
import type { ListKind } from "../model/tabs";
import { EmptyResults } from "./EmptyResults";
import classes from "./ResultGrid.module.css";

/** Cards in view when the page opens. */
const FIRST = 4;

interface ResultGridProps<List extends ListKind> {
  list: List;
  label: string;
  results: ReturnType<typeof useResults<List>>;
  filters: Filters;
  onChange: ChangeFilters;
  /** Opens an offering over the list. */
  onLook?: (offering: Offering) => void;
}

/** Companies or offerings as cards. More come when the end is scrolled into view. */
export function ResultGrid<List extends ListKind>({
  list,
  label,
  results,
  filters,
  onChange,
  onLook,
}: ResultGridProps<List>) {
  const { t } = useTranslation("discover");
  const { pages, items, total } = results;
  useEffect(() => {
    if (total !== undefined) announce(t(`total.${list as ListKind}`, { count: total }));
  }, [total, list, t]);
  if (pages.isError && items.length === 0) {
    return <ErrorState title={t("failed")} onRetry={() => void pages.refetch()} />;
  }
  if (pages.isPending) return <ResultSkeletons list={list} />;
  if (items.length === 0) return <EmptyResults filters={filters} onChange={onChange} />;
  return (
    <div className={classes.results} aria-busy={pages.isPlaceholderData}>
      {list === "companies" ? (
        <ul className={classes.companies} aria-label={label}>
          {(items as FoundCompany[]).map((company, at) => (
            <li key={company.id}>
              <CompanyCard company={company} eager={at < FIRST} />
            </li>
          ))}
        </ul>
      ) : (
        <OfferingList label={label}>
          {(items as Offering[]).map((offering, at) => (
            <OfferingCard
              key={offering.id}
              offering={offering}
              withCompany
              eager={at < FIRST}
              action={onLook && <LookButton offering={offering} onLook={onLook} />}
            />
          ))}
        </OfferingList>
      )}
      {pages.hasNextPage && (
        <InfiniteScroll
          busy={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </div>
  );
}

interface LookButtonProps {
  offering: Offering;
  onLook: (offering: Offering) => void;
}

function LookButton({ offering, onLook }: LookButtonProps) {
  const { t } = useTranslation("discover");
  return (
    <Button
      variant="default"
      aria-haspopup="dialog"
      aria-label={t("shop.optionsOf", { name: offering.name })}
      onClick={() => onLook(offering)}
    >
      {t("shop.options")}
    </Button>
  );
}

const SKELETONS = 12;

function ResultSkeletons({ list }: { list: ListKind }) {
  const { t } = useTranslation();
  if (list === "offerings") return <OfferingSkeletons count={SKELETONS} />;
  return (
    <div role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <div className={classes.companies}>
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
          <CompanyCardSkeleton key={at} />
        ))}
      </div>
    </div>
  );
}
