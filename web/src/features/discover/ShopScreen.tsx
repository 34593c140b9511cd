import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { useCategories } from "@/shared/categories/api";
import type { CategorySpec, Offering } from "@/shared/offering/types";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { CategoryChips } from "./components/CategoryChips";
import { useFilters } from "./hooks/useFilters";
import { useSearch } from "./hooks/useSearch";
import { shopCategories } from "./model/shopCategories";
import { Results } from "./results/Results";

const QuickLook = lazyPart(() => import("./components/QuickLook").then((file) => file.QuickLook));

/** `/shop`: products in stock, with their colors and sizes. */
export function ShopScreen() {
  const { t } = useTranslation("discover");
  const { filters, change } = useFilters();
  const categories = useCategories();
  const [open, setOpen] = useState<Offering | null>(null);
  const [hasOpened, setHasOpened] = useState(false);
  const keys = shopCategories((categories.data ?? []) as CategorySpec[]);
  const shown = { ...filters, category: filters.category ?? keys[0] ?? null };
  const results = useSearch("products", shown, { enabled: keys.length > 0 });
  return (
    <Screen
      wide
      title={t("shop.title")}
      back="/search"
      subBar={<CategoryChips filters={shown} onChange={change} only={keys} />}
    >
      {categories.isLoadingError ? (
        <ErrorState title={t("failed")} onRetry={() => void categories.refetch()} />
      ) : (
        <Results
          tab="products"
          results={results}
          filters={shown}
          fixed={{ category: shown.category }}
          onChange={change}
          compact
          actionOf={(offering) => (
            <Button
              variant="default"
              aria-haspopup="dialog"
              aria-label={t("shop.optionsOf", { name: offering.name })}
              onClick={() => {
                setHasOpened(true);
                setOpen(offering);
              }}
            >
              {t("shop.options")}
            </Button>
          )}
        />
      )}
      {hasOpened && (
        <Suspense>
          <QuickLook offering={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Screen>
  );
}
