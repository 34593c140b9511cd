import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CategoryTiles } from "@/shared/categories/CategoryTiles";
import { ErrorState } from "@/ui/ErrorState";
import type { ChangeFilters } from "../hooks/useFilters";
import { firstResults } from "../hooks/useResults";
import { activeFilters, type Filters } from "../model/filters";
import { type ListKind, RESULT_TABS, type ResultTab } from "../model/tabs";
import { EmptyResults } from "./EmptyResults";
import { FilterBar } from "./FilterBar";
import { ResultRow } from "./ResultRow";

const ROW = 12;
const TABS = Object.keys(RESULT_TABS) as ResultTab[];

interface AllResultsProps {
  filters: Filters;
  onChange: ChangeFilters;
}

/** The best results of every kind, each in a row that leads to its tab. */
export function AllResults({ filters, onChange }: AllResultsProps) {
  const { t } = useTranslation("discover");
  const rows = useRows(filters);
  const searching = filters.q !== "" || activeFilters(filters).length > 0;
  const nothing = rows.every(({ result }) => result.data?.total === 0);
  if (rows.every(({ result }) => result.isError)) {
    return (
      <ErrorState
        title={t("failed")}
        onRetry={() => {
          for (const { result } of rows) void result.refetch();
        }}
      />
    );
  }
  return (
    <>
      {!searching && <CategoryTiles title={t("categories")} />}
      <FilterBar list="offerings" filters={filters} onChange={onChange} sortable={false} />
      {nothing ? (
        <EmptyResults filters={filters} onChange={onChange} />
      ) : (
        rows.map(({ tab, result }) => (
          <ResultRow
            key={tab}
            tab={tab}
            filters={filters}
            items={result.data?.items}
            failed={result.isError}
          />
        ))
      )}
    </>
  );
}

function useRows(filters: Filters) {
  const results = useQueries({
    queries: TABS.map((tab) => {
      const { list, base } = RESULT_TABS[tab];
      return firstResults<ListKind>(list, { ...filters, ...base }, ROW);
    }),
  });
  return TABS.flatMap((tab, at) => {
    const result = results[at];
    return result ? [{ tab, result }] : [];
  });
}
