import { UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { minorUnits } from "@/shared/money/decimals";
import { useMoney } from "@/shared/money/formatMoney";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import { Icon } from "@/ui/Icon";
import { useCategoryName } from "../hooks/useCategoryName";
import { useDetailName } from "../hooks/useDetailName";
import type { ChangeFilters } from "../hooks/useFilters";
import { useSearchWords } from "../hooks/useSearchWords";
import { type ActiveFilter, activeFilters, CLEARED } from "../model/activeFilters";
import type { Filters } from "../model/filters";
import classes from "./FilterBar.module.css";

interface ActiveFilterChipsProps {
  filters: Filters;
  /** Filters that the screen fixes. */
  fixed?: Partial<Filters>;
  onChange: ChangeFilters;
}

/** Conditions that are on. Each chip takes its own off. */
export function ActiveFilterChips({ filters, fixed, onChange }: ActiveFilterChipsProps) {
  const { t } = useTranslation("discover");
  const label = useFilterLabel(filters);
  const active = activeFilters(filters, fixed);
  if (active.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("filter.active")}>
      {active.map((filter) => (
        <li key={filter.detail ?? filter.feature ?? filter.key}>
          <UnstyledButton
            className={classes.target}
            aria-label={t("filter.remove", { name: label(filter) })}
            onClick={() => onChange(filter.off)}
          >
            <span className={classes.chip}>
              {label(filter)}
              <Icon of={IconX} size={16} />
            </span>
          </UnstyledButton>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <UnstyledButton className={classes.clear} onClick={() => onChange(CLEARED)}>
            {t("filter.clearAll")}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

function useFilterLabel(filters: Filters) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const format = useFormat();
  const words = useSearchWords();
  const money = useMoney();
  const nameOf = useCategoryName();
  const detailName = useDetailName(useCategorySpec(filters.category ?? undefined)?.fields ?? []);
  const number = (value: number | null) => (value === null ? "" : format.number(value));
  const { priceMin, priceMax, currency, distance, near, category, subcategory, rating } = filters;
  const price = (value: number | null) =>
    value === null ? "" : money(Math.round(value * minorUnits(currency)), currency, "tag");
  const place = near?.label || t("filter.here");
  const range = { min: price(priceMin), max: price(priceMax) };
  const prices = () => {
    if (priceMin === null) return t("filter.priceUpTo", range);
    return priceMax === null ? t("filter.priceFrom", range) : t("filter.priceRange", range);
  };
  const labels: Record<Exclude<ActiveFilter["key"], "feature" | "detail">, () => string | null> = {
    area: () => t("filter.area"),
    category: () => nameOf(category ?? "", subcategory),
    distance: () => t("filter.nearWithin", { place, km: number(distance) }),
    near: () => t("filter.near", { place }),
    openNow: () => t("filter.openNow"),
    orderType: () => t(`common:orderType.${filters.orderType ?? "any"}`),
    price: prices,
    rating: () => t("filter.ratingFrom", { stars: number((rating ?? 0) / 10) }),
    when: () => words.when(filters),
    who: () => words.who(filters),
  };
  return ({ key, feature, detail }: ActiveFilter): string => {
    if (key === "detail") return detailName(detail ?? "");
    return key === "feature"
      ? t(`feature.${feature}`, { ns: "catalogue", defaultValue: feature })
      : (labels[key]() ?? "");
  };
}
