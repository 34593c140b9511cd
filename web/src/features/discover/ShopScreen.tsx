import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Offering } from "@/shared/offering/types";
import { Screen } from "@/ui/Screen";
import { CategoryChips } from "./components/CategoryChips";
import { DiscoverLayout } from "./components/DiscoverLayout";
import { QuickLook } from "./components/QuickLook";
import { Results } from "./components/Results";
import { useFilters } from "./hooks/useFilters";

/** `/shop`: products of all categories, with their colors, sizes and stock. */
export function ShopScreen() {
  const { t } = useTranslation("discover");
  const { filters, change } = useFilters({ kind: "product" });
  const [open, setOpen] = useState<Offering | null>(null);
  return (
    <Screen
      wide
      title={t("shop.title")}
      back="/search"
      subBar={<CategoryChips filters={filters} onChange={change} />}
    >
      <DiscoverLayout filters={filters} onChange={change}>
        <Results list="offerings" filters={filters} onChange={change} onLook={setOpen} />
      </DiscoverLayout>
      <QuickLook offering={open} onClose={() => setOpen(null)} />
    </Screen>
  );
}
