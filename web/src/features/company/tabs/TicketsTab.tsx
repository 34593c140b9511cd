import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import { ErrorState } from "@/ui/ErrorState";
import { readEvents } from "../api";
import classes from "../components/Choosing.module.css";
import { DatedOfferCard } from "../components/DatedOfferCard";
import { MoreButton } from "../components/MoreButton";
import { useCompany } from "../hooks/useCompany";
import { useItems } from "../hooks/useItems";
import { usePages } from "../hooks/usePages";
import { useSpecs } from "../hooks/useTabs";
import { byOffering } from "../model/occurrences";
import { hasOnlyTables, isSailing } from "../model/tabs";
import type { CompanyDetails } from "../types";

const TableSection = lazyPart(() => import("../components/TableSection").then((file) => file.TableSection));

/** `/companies/:companyId/tickets`: dates with their ticket classes, and tables with their plan. */
export function TicketsTab() {
  const { t } = useTranslation("company");
  const company = useCompany();
  const onlyTables = hasOnlyTables(company);
  return (
    <div className={classes.page}>
      <Tables company={company} heading={!onlyTables} />
      {!onlyTables && (
        <section className={classes.section} aria-label={t("tab.tickets")}>
          <Dates company={company} />
        </section>
      )}
    </div>
  );
}

function Tables({ company, heading }: { company: CompanyDetails; heading: boolean }) {
  const { t } = useTranslation("company");
  const has = company.offers.some(({ availability }) => availability === "table");
  const items = useItems(company, "service", has);
  const tables = (items.data?.sections ?? [])
    .flatMap((section) => section.items)
    .filter(({ availability }) => availability === "table");
  if (!has) return null;
  if (items.isLoadingError) {
    return <ErrorState title={t("items.failed")} onRetry={() => void items.refetch()} />;
  }
  if (!items.data) return <OfferingSkeletons layout="row" count={2} />;
  return (
    <Suspense fallback={<OfferingSkeletons layout="row" count={2} />}>
      {tables.map((offering) => (
        <TableSection key={offering.id} offering={offering} company={company} folded={heading} />
      ))}
    </Suspense>
  );
}

function Dates({ company }: { company: CompanyDetails }) {
  const { t } = useTranslation("company");
  const specOf = useSpecs();
  const events = usePages(["company", "events", company.id], (page) => readEvents(company.id, page));
  if (events.isPending) return <OfferingSkeletons layout="row" count={4} />;
  if (!events.data) return <ErrorState title={t("events.failed")} onRetry={() => void events.refetch()} />;
  const offers = byOffering(events.data.pages.flatMap(({ items }) => items)).filter(
    ({ offering }) => !isSailing(specOf(offering.category)),
  );
  if (offers.length === 0) return <EmptyState title={t("events.empty")} text={t("events.emptyText")} />;
  return (
    <>
      <ul className={classes.list} aria-label={t("tab.tickets")}>
        {offers.map((offer) => (
          <DatedOfferCard key={offer.offering.id} offer={offer} />
        ))}
      </ul>
      <MoreButton query={events} />
    </>
  );
}
