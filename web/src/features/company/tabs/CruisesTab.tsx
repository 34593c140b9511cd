import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { CruiseRoute } from "@/shared/offering/CruiseRoute";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import type { Cruise } from "@/shared/offering/types";
import { ErrorState } from "@/ui/ErrorState";
import { readCruises } from "../api";
import classes from "../components/Choosing.module.css";
import { DatedOfferCard } from "../components/DatedOfferCard";
import { MoreButton } from "../components/MoreButton";
import { useCompany } from "../hooks/useCompany";

/** `/companies/:companyId/cruises`: cruises with their ports and sailings. `?slot=` shows the cabins of one. */
export function CruisesTab() {
  const { t } = useTranslation("company");
  const company = useCompany();
  const cruises = useInfiniteQuery({
    queryKey: ["company", "cruises", company.id],
    queryFn: ({ pageParam }) => readCruises(company.id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  if (cruises.isPending) return <OfferingSkeletons layout="row" count={4} />;
  if (!cruises.data) {
    return <ErrorState title={t("cruises.failed")} onRetry={() => void cruises.refetch()} />;
  }
  const shown = cruises.data.pages.flatMap(({ items }) => items);
  if (shown.length === 0) return <EmptyState title={t("cruises.empty")} text={t("items.emptyText")} />;
  return (
    <div className={classes.page}>
      <ul className={classes.list} aria-label={t("tab.cruises")}>
        {shown.map((cruise) => (
          <DatedOfferCard
            key={cruise.id}
            offer={{ offering: cruise, dates: cruise.sailings }}
            facts={<CruiseFacts cruise={cruise} />}
          />
        ))}
      </ul>
      <MoreButton query={cruises} />
    </div>
  );
}

function CruiseFacts({ cruise }: { cruise: Cruise }) {
  const { t } = useTranslation("catalogue");
  const { details } = cruise;
  const nights = Number(details.nights ?? 0);
  const facts = [details.ship, nights > 0 && t("fact.nights", { count: nights })].filter(Boolean);
  return (
    <>
      <p className={classes.muted}>{facts.join(" · ")}</p>
      <CruiseRoute {...cruise} />
    </>
  );
}
