import { useTranslation } from "react-i18next";
import type { Offering } from "@/shared/offering/types";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import type { ChangeFilters } from "../hooks/useFilters";
import { useResults } from "../hooks/useResults";
import type { Filters } from "../model/filters";
import type { ListKind } from "../model/tabs";
import { FilterBar } from "./FilterBar";
import { ResultGrid } from "./ResultGrid";

interface ResultsProps {
  list: ListKind;
  filters: Filters;
  onChange: ChangeFilters;
  /** Opens an offering over the list. */
  onLook?: (offering: Offering) => void;
}

/** List of results under its bar of filters. */
export function Results({ list, filters, onChange, onLook }: ResultsProps) {
  const { t } = useTranslation("discover");
  const results = useResults(list, filters);
  return (
    <>
      <VisuallyHidden>
        <h2>{t(`list.${list}`)}</h2>
      </VisuallyHidden>
      <FilterBar list={list} filters={filters} onChange={onChange} total={results.total} />
      <ResultGrid
        list={list}
        label={t(`list.${list}`)}
        results={results}
        filters={filters}
        onChange={onChange}
        onLook={onLook}
      />
    </>
  );
}
