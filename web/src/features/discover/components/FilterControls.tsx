import { Skeleton } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Count } from "@/shared/filters/Count";
import { DetailFilter } from "@/shared/filters/DetailFilter";
import { countOf, filterFields } from "@/shared/filters/details";
import classes from "@/shared/filters/Filters.module.css";
import { OrderTypePills } from "@/shared/fulfilment/OrderTypePills";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import pills from "@/ui/Pills.module.css";
import { SwitchField } from "@/ui/SwitchField";
import type { Facets } from "../api";
import { useFeatures } from "../hooks/useFeatures";
import type { ChangeFilters } from "../hooks/useFilters";
import { ratingCounts } from "../model/facets";
import { type Filters, RATINGS } from "../model/filters";
import { CategoryFilter } from "./CategoryFilter";
import { DistanceFilter } from "./DistanceFilter";
import { PriceFilter } from "./PriceFilter";

interface FilterControlsProps {
  filters: Filters;
  /** Filters that the screen fixes. They have no control. */
  fixed?: Partial<Filters>;
  /** Results that each value would leave, undefined until known. */
  facets: Facets | undefined;
  onChange: ChangeFilters;
}

/** All filters of the catalogue with their counts, drawn from the server's data. */
export function FilterControls({ filters, fixed = {}, facets, onChange }: FilterControlsProps) {
  const { t } = useTranslation("discover");
  const spec = useCategorySpec(filters.category ?? undefined);
  return (
    <div className={classes.controls}>
      <SwitchField
        label={
          <>
            {t("filter.openNow")} {facets && <Count value={facets.open_now} />}
          </>
        }
        checked={filters.openNow}
        onChange={(openNow) => onChange({ openNow })}
      />
      <OrderTypePills chosen={filters.orderType} onChoose={(orderType) => onChange({ orderType })} />
      {!("category" in fixed) && <CategoryFilter filters={filters} facets={facets} onChange={onChange} />}
      <DetailFilter
        fields={filterFields(spec?.fields ?? [])}
        details={filters.details}
        counts={facets?.details}
        onChange={(details) => onChange({ details })}
      />
      <DistanceFilter filters={filters} onChange={onChange} />
      <PriceFilter filters={filters} onChange={onChange} />
      <RatingFilter filters={filters} facets={facets} onChange={onChange} />
      <FeatureFilter filters={filters} facets={facets} onChange={onChange} />
    </div>
  );
}

type PartProps = Omit<FilterControlsProps, "fixed">;

function RatingFilter({ filters, facets, onChange }: PartProps) {
  const { t } = useTranslation("discover");
  const format = useFormat();
  const name = useId();
  const counts = ratingCounts(facets);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t("filter.rating")}</legend>
      <div className={pills.pills}>
        {[null, ...RATINGS].map((tenths) => (
          <label key={tenths} className={pills.pill}>
            <input
              type="radio"
              name={name}
              checked={filters.rating === tenths}
              onChange={() => onChange({ rating: tenths })}
            />
            <span>
              {tenths === null
                ? t("filter.anyRating")
                : t("filter.ratingFrom", { stars: format.number(tenths / 10) })}
              {tenths !== null && facets && <Count value={counts.get(tenths) ?? 0} />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function FeatureFilter({ filters, facets, onChange }: PartProps) {
  const { t } = useTranslation(["discover", "catalogue"]);
  const features = useFeatures();
  const toggle = (key: string) => {
    const { features: chosen } = filters;
    const next = chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key];
    onChange({ features: next.sort() });
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t("filter.features")}</legend>
      {features.isPending && <Skeleton height={220} radius="md" />}
      {features.isError && <p className={classes.hint}>{t("filter.failed")}</p>}
      <div className={pills.pills}>
        {features.data
          ?.filter(({ kind }) => kind === "flag")
          .map(({ key }) => {
            const checked = filters.features.includes(key);
            const count = facets && countOf(facets.features, key);
            return (
              <label key={key} className={pills.pill}>
                <input
                  type="checkbox"
                  checked={checked}
                  disabled={count === 0 && !checked}
                  onChange={() => toggle(key)}
                />
                <span>
                  {t(`feature.${key}`, { ns: "catalogue", defaultValue: key })}
                  {count !== undefined && <Count value={count} />}
                </span>
              </label>
            );
          })}
      </div>
    </fieldset>
  );
}
