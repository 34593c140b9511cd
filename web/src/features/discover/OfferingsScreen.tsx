import { useTranslation } from "react-i18next";
import type { OfferingKind } from "@/shared/offering/types";
import { Screen } from "@/ui/Screen";
import { CategoryChips } from "./components/CategoryChips";
import { DiscoverLayout } from "./components/DiscoverLayout";
import { Results } from "./components/Results";
import { useFilters } from "./hooks/useFilters";

/** `/products` and `/services`: offerings of one kind in all categories. */
export function OfferingsScreen({ kind }: { kind: Extract<OfferingKind, "product" | "service"> }) {
  const { t } = useTranslation("discover");
  const { filters, change } = useFilters({ kind });
  return (
    <Screen
      wide
      title={t(`offerings.${kind}`)}
      back="/search"
      subBar={<CategoryChips filters={filters} onChange={change} />}
    >
      <DiscoverLayout filters={filters} onChange={change}>
        <Results list="offerings" filters={filters} onChange={change} />
      </DiscoverLayout>
    </Screen>
  );
}
