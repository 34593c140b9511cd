import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCategories } from "@/shared/categories/api";
import type { CategorySpec, Offering } from "@/shared/offering/types";
import { Screen } from "@/ui/Screen";
import { CategoryChips } from "./components/CategoryChips";
import { DiscoverLayout } from "./components/DiscoverLayout";
import { QuickLook } from "./components/QuickLook";
import { Results } from "./components/Results";
import { useFilters } from "./hooks/useFilters";
import { shopCategories } from "./model/shopCategories";

/** `/shop`: products in stock, with their colors and sizes. */
export function ShopScreen() {
  const { t } = useTranslation("discover");
  const { filters, change } = useFilters({ kind: "product" });
  const categories = useCategories();
  const [open, setOpen] = useState<Offering | null>(null);
  const keys = shopCategories((categories.data ?? []) as CategorySpec[]);
  const shown = { ...filters, category: filters.category ?? keys[0] ?? null };
  return (
    <Screen
      wide
      title={t("shop.title")}
      back="/search"
      subBar={<CategoryChips filters={shown} onChange={change} only={keys} />}
    >
      {categories.data && (
        <DiscoverLayout filters={shown} onChange={change}>
          <Results list="offerings" filters={shown} onChange={change} onLook={setOpen} />
        </DiscoverLayout>
      )}
      <QuickLook offering={open} onClose={() => setOpen(null)} />
    </Screen>
  );
}
