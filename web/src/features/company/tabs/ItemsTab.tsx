import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { useNear } from "@/lib/useNear";
import { usePageParams } from "@/lib/usePageParams";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { availabilityOf } from "@/shared/offering/availability";
import { OfferingCard } from "@/shared/offering/OfferingCard";
import { OfferingList } from "@/shared/offering/OfferingList";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import type { OfferingKind } from "@/shared/offering/types";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import { ErrorState } from "@/ui/ErrorState";
import { SearchField } from "@/ui/SearchField";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { SectionChips } from "../components/SectionChips";
import { useBasePath } from "../hooks/useBasePath";
import { useCompany } from "../hooks/useCompany";
import { useItemSearch } from "../hooks/useItemSearch";
import { useItemSheet } from "../hooks/useItemSheet";
import { useItems } from "../hooks/useItems";
import { useTabs } from "../hooks/useTabs";
import { useTakesOrders } from "../hooks/useTakesOrders";
import { useWholeFolders } from "../hooks/useWholeFolders";
import { countItems, sectionId } from "../model/sections";
import { hasMenu, tabPath } from "../model/tabs";
import type { OfferingSection } from "../types";
import classes from "./ItemsTab.module.css";

const ItemSheet = lazyPart(() => import("../components/ItemSheet").then((file) => file.ItemSheet));

/** A short list is read faster than searched. */
const SEARCH_FROM = 8;
const QUERY_MAX = 100;

/** `/companies/:companyId`: products, or the first tab with content if the company sells none. */
export function ProductsTab() {
  const company = useCompany();
  const base = useBasePath();
  const { state } = useLocation();
  const [first] = useTabs(company);
  if (first && first.key !== "products") return <Navigate to={tabPath(base, first)} state={state} replace />;
  return <ItemsTab kind="product" />;
}

/** `/companies/:companyId/services`. */
export const ServicesTab = () => <ItemsTab kind="service" />;

function ItemsTab({ kind }: { kind: OfferingKind }) {
  const { id } = useCompany();
  const { item } = useItemSheet();
  return (
    <>
      <ItemList kind={kind} />
      <Suspense>{item !== null && <ItemSheet company={id} item={item} />}</Suspense>
    </>
  );
}

function ItemList({ kind }: { kind: OfferingKind }) {
  const { t } = useTranslation("company");
  const { number } = useFormat();
  const company = useCompany();
  const spec = useCategorySpec(company.categories[0]);
  const layout = kind === "product" && hasMenu(spec) ? "row" : "card";
  const items = useItems(company, kind);
  const takesOrders = useTakesOrders(company);
  const { open } = useItemSheet();
  const [params, setParams] = usePageParams();
  const query = params.get("q") ?? "";
  const setQuery = (text: string) => setParams(text ? { q: text } : {}, { flushSync: true });
  const search = useItemSearch(company, kind, items.data, query);
  const folders = useWholeFolders(company, kind, items.data);
  if (items.isLoadingError) {
    return <ErrorState title={t("items.failed")} onRetry={() => void items.refetch()} />;
  }
  if (!items.data) return <OfferingSkeletons layout={layout} />;
  const { sections, total } = items.data;
  if (total === 0) return <EmptyState title={t("items.empty")} text={t("items.emptyText")} />;
  const found = query ? search.sections : search.sections.map(folders.wholeOf);
  const shown = countItems(found);
  const searched = total >= SEARCH_FROM;
  return (
    <div className={classes.items} aria-busy={search.isReading}>
      {(searched || sections.length > 1) && (
        <div className={classes.tools}>
          {searched && (
            <SearchField
              label={t(layout === "row" ? "items.searchMenu" : "items.search")}
              value={query}
              onChange={setQuery}
              maxLength={QUERY_MAX}
              className={classes.search}
            />
          )}
          {found.length > 1 && (
            <div className={classes.chips}>
              <SectionChips sections={found} />
            </div>
          )}
        </div>
      )}
      {query && (
        <VisuallyHidden>
          <span role="status">
            {!search.isReading && !search.isFailed && t("items.found", { count: search.total })}
          </span>
        </VisuallyHidden>
      )}
      {search.isFailed ? (
        <ErrorState title={t("items.failed")} onRetry={search.retry} />
      ) : found.length > 0 ? null : search.isReading ? (
        <OfferingSkeletons layout={layout} />
      ) : (
        <EmptyState title={t("items.none")} text={t("items.noneText", { query })} />
      )}
      {found.map((section) => (
        <Section
          key={sectionId(section)}
          section={section}
          layout={layout}
          alone={sections.length === 1 && found.length === 1}
          onOpen={takesOrders ? open : undefined}
          onNear={folders.open}
        />
      ))}
      {search.total > shown && (
        <p className={classes.cut}>{t("items.cut", { shown: number(shown), total: number(search.total) })}</p>
      )}
    </div>
  );
}

interface SectionProps {
  section: OfferingSection;
  layout: "card" | "row";
  /** The only section needs no heading if it has no name. */
  alone: boolean;
  /** Opens an item that can be ordered over the list. */
  onOpen?: (item: number) => void;
  /** Called with the folder of the section when it comes into view. */
  onNear: (folder: number) => void;
}

function Section({ section, layout, alone, onOpen, onNear }: SectionProps) {
  const { t } = useTranslation("company");
  const element = useRef<HTMLElement>(null);
  const isNear = useNear(element, false);
  const folder = section.folder?.id;
  useEffect(() => {
    if (isNear && folder !== undefined) onNear(folder);
  }, [isNear, folder, onNear]);
  const id = sectionId(section);
  const name = section.folder?.name ?? t("items.others");
  const hidden = alone && !section.folder;
  const heading = <h2 id={`${id}-title`}>{name}</h2>;
  return (
    <section ref={element} id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      {hidden ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
      <OfferingList layout={layout} label={name}>
        {section.items.map((offering) => (
          <OfferingCard
            key={offering.id}
            offering={offering}
            layout={layout}
            onOpen={
              onOpen && !availabilityOf(offering.availability).booked ? () => onOpen(offering.id) : undefined
            }
          />
        ))}
      </OfferingList>
    </section>
  );
}
