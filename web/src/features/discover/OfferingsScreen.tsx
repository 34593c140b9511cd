import { useTranslation } from "react-i18next";
import { Screen } from "@/ui/Screen";
import { CategoryChips } from "./components/CategoryChips";
import { useFilters } from "./hooks/useFilters";
import { useSearch } from "./hooks/useSearch";
import { Results } from "./results/Results";

/** `/products` and `/services`: offerings of one kind in all categories. */
export function OfferingsScreen({ tab }: { tab: "products" | "services" }) {
  const { t } = useTranslation("discover");
  const { filters, change } = useFilters();
  const results = useSearch(tab, filters);
  return (
    <Screen
      wide
      title={t(`tab.${tab}`)}
      back="/search"
      subBar={<CategoryChips filters={filters} onChange={change} facets={results.first?.facets} />}
    >
      <Results
        tab={tab}
        results={results}
        filters={filters}
        onChange={change}
        fixed={{ category: filters.category }}
        compact
      />
    </Screen>
  );
}
