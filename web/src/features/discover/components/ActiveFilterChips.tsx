import { UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Icon } from "@/ui/Icon";
import type { ChangeFilters } from "../hooks/useFilters";
import { type ActiveFilter, activeFilters, CLEARED, type Filters } from "../model/filters";
import classes from "./FilterBar.module.css";

interface ActiveFilterChipsProps {
  filters: Filters;
  onChange: ChangeFilters;
}

/** Filters that are on. Each chip takes its own off. */
export function ActiveFilterChips({ filters, onChange }: ActiveFilterChipsProps) {
  const { t } = useTranslation("discover");
  const label = useFilterLabel(filters);
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("filter.active")}>
      {active.map((filter) => (
        <li key={filter.feature ?? filter.key}>
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

function useFilterLabel({ priceMin, priceMax, distance, near }: Filters) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const format = useFormat();
  const number = (value: number | null) => (value === null ? "" : format.number(value));
  const place = near?.label || t("filter.here");
  return ({ key, feature }: ActiveFilter): string => {
    if (key === "feature") return t(`feature.${feature}`, { ns: "catalogue", defaultValue: feature });
    if (key === "openNow") return t("filter.openNow");
    if (key === "near") return t("filter.near", { place });
    if (key === "distance") return t("filter.nearWithin", { place, km: number(distance) });
    const range = { min: number(priceMin), max: number(priceMax) };
    if (priceMin === null) return t("filter.priceUpTo", range);
    return priceMax === null ? t("filter.priceFrom", range) : t("filter.priceRange", range);
  };
}
